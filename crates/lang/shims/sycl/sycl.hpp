// As much of SYCL 2020 as printed programs use, on the host: kernels run where they are submitted, one work item after the other.
// A buffer has memory of its own, as on a device, so that what is not accessed through it is not seen by kernels, nor by the
// program before the buffer ends.
#pragma once

#include <cstddef>
#include <type_traits>
#include <new>

namespace sycl {

namespace access {
enum class mode { read, write, read_write };
}

template <int dimensions> struct range {
    static_assert(dimensions == 1, "one dimension is all that printed programs use");
    explicit range(std::size_t count) : count(count) {}
    std::size_t count;
};

template <int dimensions> struct id {
    explicit id(std::size_t at) : at(at) {}
    std::size_t operator[](int) const { return at; }
    std::size_t at;
};

class handler {
public:
    template <typename Kernel> void single_task(const Kernel &kernel) { kernel(); }

    template <typename Kernel> void parallel_for(range<1> count, const Kernel &kernel) {
        // The last first: an order is nothing that kernels may count on.
        for (std::size_t left = count.count; left > 0; left--)
            kernel(id<1>(left - 1));
    }
};

template <typename T, access::mode mode> class accessor {
public:
    using reference = typename std::conditional<mode == access::mode::read, const T &, T &>::type;
    explicit accessor(T *elements) : elements(elements) {}
    reference operator[](std::size_t at) const { return elements[at]; }

private:
    T *elements;
};

template <typename T, int dimensions> class buffer {
public:
    buffer(T *host, range<1> count) : elements(static_cast<T *>(::operator new(count.count * sizeof(T)))), host(host), count(count.count) {
        __builtin_memcpy(static_cast<void *>(elements), host, this->count * sizeof(T));
    }
    buffer(const T *host, range<1> count) : elements(static_cast<T *>(::operator new(count.count * sizeof(T)))), host(nullptr), count(count.count) {
        __builtin_memcpy(static_cast<void *>(elements), host, this->count * sizeof(T));
    }
    buffer(const buffer &) = delete;
    ~buffer() {
        if (host)
            __builtin_memcpy(static_cast<void *>(host), elements, count * sizeof(T));
        ::operator delete(elements);
    }

    template <access::mode mode> accessor<T, mode> get_access(handler &) { return accessor<T, mode>(elements); }

private:
    T *elements;
    T *host;
    std::size_t count;
};

class queue {
public:
    template <typename Group> void submit(const Group &group) {
        handler own;
        group(own);
    }
};

}
