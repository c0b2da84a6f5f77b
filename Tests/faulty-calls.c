// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

// System calls that fail once where a test says so, for LD_PRELOAD: no system fails at a test's word. Tests/run makes it,
// FaultyCallsTests.swift finds it in its process. Only calls of the loop's thread count, but for those that make the
// loop's own descriptors and wake it, which other threads make.
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/eventfd.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <unistd.h>

enum call { RECV, SEND, CONNECT, SOCKET, EPOLL_WAIT, EPOLL_CTL, GETSOCKOPT, EVENTFD, EVENTFD_WRITE, EPOLL_CREATE, OPEN };

// The call that fails, how many of it come before, and its error; 0 makes it short.
static int armed = -1, error;
static long left;
// Whether all of them fail from now on.
static int lasts;
static long fired;
static int wake_descriptor = -1;
// How the loop watches a descriptor, so that one with more to read is reported again.
static struct { int epoll; struct epoll_event event; } watched[4096];

void fault_arm(int call, int before, int number) {
  __atomic_store_n(&armed, -1, __ATOMIC_SEQ_CST);
  __atomic_store_n(&fired, 0, __ATOMIC_SEQ_CST);
  __atomic_store_n(&left, before, __ATOMIC_SEQ_CST);
  error = number;
  __atomic_store_n(&lasts, before < 0, __ATOMIC_SEQ_CST);
  __atomic_store_n(&armed, call, __ATOMIC_SEQ_CST);
}

// Whether it has failed.
int fault_seen(void) { return __atomic_load_n(&fired, __ATOMIC_SEQ_CST) > 0; }

int fault_fired(void) {
  __atomic_store_n(&armed, -1, __ATOMIC_SEQ_CST);
  return fault_seen();
}

static int is_loop(void) {
  char name[17] = {0};
  prctl(PR_GET_NAME, name, 0, 0, 0);
  return strcmp(name, "resource-loop") == 0;
}

// Whether this call is the one that fails.
static int fails(int call, int of_any_thread) {
  if (__atomic_load_n(&armed, __ATOMIC_SEQ_CST) != call) return 0;
  int before = errno;
  int counts = of_any_thread || is_loop();
  errno = before;
  if (!counts) return 0;
  if (!__atomic_load_n(&lasts, __ATOMIC_SEQ_CST) && __atomic_fetch_sub(&left, 1, __ATOMIC_SEQ_CST) != 0) return 0;
  __atomic_store_n(&fired, 1, __ATOMIC_SEQ_CST);
  return 1;
}

#define NEXT(name) ((__typeof__(&name))dlsym(RTLD_NEXT, #name))

static void report_again(int fd) {
  if (fd < 0 || fd >= 4096 || watched[fd].epoll == 0) return;
  NEXT(epoll_ctl)(watched[fd].epoll, EPOLL_CTL_MOD, fd, &watched[fd].event);
}

ssize_t recv(int fd, void *buffer, size_t count, int flags) {
  if (!fails(RECV, 0)) return NEXT(recv)(fd, buffer, count, flags);
  if (error == EAGAIN || error == 0) report_again(fd);
  if (error == 0) return NEXT(recv)(fd, buffer, count > 0 ? 1 : 0, flags);
  errno = error;
  return -1;
}

ssize_t send(int fd, const void *buffer, size_t count, int flags) {
  if (!fails(SEND, 0)) return NEXT(send)(fd, buffer, count, flags);
  if (error == EAGAIN) report_again(fd);
  if (error == 0) return NEXT(send)(fd, buffer, count > 0 ? 1 : 0, flags);
  errno = error;
  return -1;
}

ssize_t sendmsg(int fd, const struct msghdr *message, int flags) {
  if (!fails(SEND, 0)) return NEXT(sendmsg)(fd, message, flags);
  if (error == EAGAIN) report_again(fd);
  const struct iovec *part = message->msg_iov;
  while (part->iov_len == 0) part++;
  if (error == 0) return NEXT(send)(fd, part->iov_base, 1, flags);
  errno = error;
  return -1;
}

int connect(int fd, const struct sockaddr *address, socklen_t count) {
  if (!fails(CONNECT, 0)) return NEXT(connect)(fd, address, count);
  // Interrupted, it goes on all the same.
  if (error == EINTR) NEXT(connect)(fd, address, count);
  errno = error;
  return -1;
}

int socket(int domain, int type, int protocol) {
  if (!fails(SOCKET, 0)) return NEXT(socket)(domain, type, protocol);
  errno = error;
  return -1;
}

int epoll_wait(int epoll, struct epoll_event *events, int count, int timeout) {
  if (!fails(EPOLL_WAIT, 0)) return NEXT(epoll_wait)(epoll, events, count, timeout);
  errno = error;
  return -1;
}

int epoll_ctl(int epoll, int operation, int fd, struct epoll_event *event) {
  if (fails(EPOLL_CTL, 1)) {
    errno = error;
    return -1;
  }
  if (fd >= 0 && fd < 4096) {
    watched[fd].epoll = operation == EPOLL_CTL_ADD ? epoll : 0;
    if (operation == EPOLL_CTL_ADD && event) watched[fd].event = *event;
  }
  return NEXT(epoll_ctl)(epoll, operation, fd, event);
}

int getsockopt(int fd, int level, int option, void *value, socklen_t *count) {
  if (!fails(GETSOCKOPT, 0)) return NEXT(getsockopt)(fd, level, option, value, count);
  errno = error;
  return -1;
}

int eventfd(unsigned int count, int flags) {
  if (fails(EVENTFD, 1)) {
    errno = error;
    return -1;
  }
  int fd = NEXT(eventfd)(count, flags);
  __atomic_store_n(&wake_descriptor, fd, __ATOMIC_SEQ_CST);
  return fd;
}

int epoll_create1(int flags) {
  if (!fails(EPOLL_CREATE, 1)) return NEXT(epoll_create1)(flags);
  errno = error;
  return -1;
}

// Reading files: our code opens them by their descriptor, OpenSSL as streams.
#define OPENS(name)                                             \
  int name(const char *path, int flags, ...) {                  \
    va_list rest;                                               \
    va_start(rest, flags);                                      \
    mode_t mode = flags & O_CREAT ? va_arg(rest, mode_t) : 0;   \
    va_end(rest);                                               \
    if (!fails(OPEN, 0)) return NEXT(name)(path, flags, mode);  \
    errno = error;                                              \
    return -1;                                                  \
  }

#define OPENS_STREAM(name)                             \
  FILE *name(const char *path, const char *mode) {     \
    if (!fails(OPEN, 0)) return NEXT(name)(path, mode); \
    errno = error;                                     \
    return NULL;                                       \
  }

OPENS(open)
OPENS(open64)
OPENS_STREAM(fopen)
OPENS_STREAM(fopen64)

ssize_t write(int fd, const void *buffer, size_t count) {
  if (fd != __atomic_load_n(&wake_descriptor, __ATOMIC_SEQ_CST) || !fails(EVENTFD_WRITE, 1)) {
    return NEXT(write)(fd, buffer, count);
  }
  errno = error;
  return -1;
}
