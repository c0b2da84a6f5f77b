// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

// Counts how often a process asks for memory. Preloaded: LD_PRELOAD=allocations.so; the process asks for the number with
// benchmark_allocation_count(), found by its name.
#define _GNU_SOURCE
#include <dlfcn.h>
#include <stdatomic.h>
#include <stddef.h>

static atomic_long count;

long benchmark_allocation_count(void) { return atomic_load_explicit(&count, memory_order_relaxed); }

// glibc's own names, so that nothing has to be looked up while memory is asked for.
extern void *__libc_malloc(size_t);
extern void *__libc_calloc(size_t, size_t);
extern void *__libc_realloc(void *, size_t);
extern void *__libc_memalign(size_t, size_t);

static void counted(void) { atomic_fetch_add_explicit(&count, 1, memory_order_relaxed); }

void *malloc(size_t size) { return counted(), __libc_malloc(size); }
void *calloc(size_t items, size_t size) { return counted(), __libc_calloc(items, size); }
void *realloc(void *old, size_t size) { return counted(), __libc_realloc(old, size); }
void *aligned_alloc(size_t alignment, size_t size) { return counted(), __libc_memalign(alignment, size); }
int posix_memalign(void **result, size_t alignment, size_t size) {
  counted();
  *result = __libc_memalign(alignment, size);
  return *result ? 0 : 12;
}
