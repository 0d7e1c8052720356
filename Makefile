# make demo   hunt for two minutes with the compilers of this machine; installs a few if there are none
# make test   everything that must hold
CARGO ?= cargo
SEEDS ?= 1..100
SECONDS ?= 600

.PHONY: build demo agree test lint bench accept fuzz tools clean

build:
	$(CARGO) build --release

# Compilers and generators that the tests compare with; installs what is missing where it can.
tools:
	@scripts/tools

# Something found is a success: status 1 of the hunt.
DEMO_TIME ?= 2m
demo: build tools
	@$(CARGO) run -q --release -p lydite -- hunt --for $(DEMO_TIME) --reduce-for 1m || [ $$? -eq 1 ]
	@echo "everything found so far is in lydite.db: look with 'cargo run -q --release -- findings', then show ID, report ID or replay ID"

# Do compilers agree with generated programs, and the machine with gcc on Csmith's?
AGREE_SEEDS ?= 1..50
AGREE_PROGRAMS ?= 100
agree: build tools
	$(CARGO) bench -q -p lydite --bench accept -- --checks machine,compilers --count $(AGREE_PROGRAMS)
	$(CARGO) bench -q -p lydite --bench csmith -- --seeds $(AGREE_SEEDS) --agree

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
