// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

// Counts how often a process asks for memory, and the most bytes it holds at once. Preloaded: LD_PRELOAD=allocations.so;
// the process asks with benchmark_allocation_count() and benchmark_peak_bytes(), found by their names.
#define _GNU_SOURCE
#include <malloc.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>

static atomic_long count, held, peak;
static atomic_bool watches;

long benchmark_allocation_count(void) { return atomic_load_explicit(&count, memory_order_relaxed); }

// The most bytes held at once since the call before, beyond those held then. They are watched from the first call on, since
// that costs a few nanoseconds each.
long benchmark_peak_bytes(void) {
  static long base;
  atomic_store_explicit(&watches, true, memory_order_relaxed);
  long most = atomic_load_explicit(&peak, memory_order_relaxed) - base;
  base = atomic_load_explicit(&held, memory_order_relaxed);
  atomic_store_explicit(&peak, base, memory_order_relaxed);
  return most;
}

// glibc's own names, so that nothing has to be looked up while memory is asked for.
extern void *__libc_malloc(size_t);
extern void *__libc_calloc(size_t, size_t);
extern void *__libc_realloc(void *, size_t);
extern void *__libc_memalign(size_t, size_t);
extern void __libc_free(void *);

static void change(void *block, long sign) {
  if (!atomic_load_explicit(&watches, memory_order_relaxed)) return;
  long bytes = sign * (long)malloc_usable_size(block);
  long now = atomic_fetch_add_explicit(&held, bytes, memory_order_relaxed) + bytes;
  long most = atomic_load_explicit(&peak, memory_order_relaxed);
  while (now > most && !atomic_compare_exchange_weak_explicit(&peak, &most, now, memory_order_relaxed, memory_order_relaxed)) {
  }
}

static void *counted(void *block) {
  atomic_fetch_add_explicit(&count, 1, memory_order_relaxed);
  change(block, 1);
  return block;
}

void *malloc(size_t size) { return counted(__libc_malloc(size)); }
void *calloc(size_t items, size_t size) { return counted(__libc_calloc(items, size)); }
void *aligned_alloc(size_t alignment, size_t size) { return counted(__libc_memalign(alignment, size)); }
void *realloc(void *old, size_t size) {
  change(old, -1);
  return counted(__libc_realloc(old, size));
}
int posix_memalign(void **result, size_t alignment, size_t size) {
  *result = counted(__libc_memalign(alignment, size));
  return *result ? 0 : 12;
}
void free(void *block) {
  change(block, -1);
  __libc_free(block);
}
