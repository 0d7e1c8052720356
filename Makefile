# make demo   make programs and check that compilers agree with them; check Csmith's programs against gcc
# make test   everything that must hold
CARGO ?= cargo
SEEDS ?= 1..100
SECONDS ?= 600

.PHONY: build demo test lint bench accept fuzz tools clean

build:
	$(CARGO) build --release

# Compilers and generators that the tests compare with; installs what is missing where it can.
tools:
	@scripts/tools

DEMO_SEEDS ?= 1..50
DEMO_PROGRAMS ?= 100
demo: build tools
	$(CARGO) bench -q -p lydite --bench accept -- --checks machine,compilers --count $(DEMO_PROGRAMS)
	$(CARGO) bench -q -p lydite --bench csmith -- --seeds $(DEMO_SEEDS) --agree

test: tools lint
	$(CARGO) test --workspace

# What the toolchain has of rustfmt, clippy and cargo-deny.
lint:
	@if $(CARGO) fmt --version >/dev/null 2>&1; then $(CARGO) fmt --all --check; else echo "lint: no rustfmt"; fi
	@if $(CARGO) clippy --version >/dev/null 2>&1; then \
		$(CARGO) clippy -q --workspace --all-targets -- -D warnings; else echo "lint: no clippy"; fi
	@if $(CARGO) deny --version >/dev/null 2>&1; then $(CARGO) deny check; else echo "lint: no cargo-deny"; fi

# Agreement and cost, measured: SEEDS=1..500 for the figures of the documents.
bench: build tools
	$(CARGO) bench -q -p lydite --bench kernels
	$(CARGO) bench -q -p lydite --bench csmith -- --seeds $(SEEDS)
	$(CARGO) bench -q -p lydite --bench generate -- --seeds $(SEEDS)

# What generated programs must be, on as many as the documents speak of: hours. ACCEPT= is the quick run.
ACCEPT ?= --full
accept: build tools
	$(CARGO) bench -q -p lydite --bench accept -- $(ACCEPT)

# Mutated programs through the front end and the machine: SECONDS of them.
fuzz:
	$(CARGO) bench -q -p lydite --bench fuzz -- --seconds $(SECONDS)

clean:
	$(CARGO) clean
