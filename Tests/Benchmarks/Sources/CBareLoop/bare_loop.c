// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

#define _GNU_SOURCE
#include "bare_loop.h"

#include <curl/curl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/eventfd.h>
#include <time.h>
#include <unistd.h>

// One request at a time, with its body in memory as a client's caller would have it.
struct transfer {
  CURL *easy;
  char *bytes;
  size_t count, capacity;
};

struct watch {
  uint32_t wanted, told;
  bool noted;
};

struct bare_loop {
  const struct bare_options *options;
  struct transfer *transfers;
  struct curl_slist *fields;
  CURLM *multi;
  int epoll;
  // By socket. A change is told to the kernel only if it still is one when the loop waits, which on kept connections it
  // mostly is not: without that the floor would be higher than what stands on it.
  struct watch *watches;
  int watch_count;
  int *noted;
  int noted_count;
  // When libcurl wants to be called again; negative for never.
  double moment;
};

static double now(void) {
  struct timespec time;
  clock_gettime(CLOCK_MONOTONIC, &time);
  return (double)time.tv_sec + (double)time.tv_nsec / 1e9;
}

static size_t take_body(char *bytes, size_t size, size_t count, void *owner) {
  struct transfer *transfer = owner;
  size_t length = size * count, needed = transfer->count + length;
  if (needed > transfer->capacity) {
    curl_off_t announced = -1;
    curl_easy_getinfo(transfer->easy, CURLINFO_CONTENT_LENGTH_DOWNLOAD_T, &announced);
    size_t capacity = announced > (curl_off_t)needed ? (size_t)announced : needed;
    char *larger = realloc(transfer->bytes, capacity);
    if (!larger) return 0;
    transfer->bytes = larger;
    transfer->capacity = capacity;
  }
  memcpy(transfer->bytes + transfer->count, bytes, length);
  transfer->count = needed;
  return length;
}

static size_t take_line(char *bytes, size_t size, size_t count, void *owner) {
  (void)bytes;
  (void)owner;
  return size * count;
}

static bool open_transfer(struct bare_loop *loop, struct transfer *transfer) {
  const struct bare_options *options = loop->options;
  CURL *easy = transfer->easy = curl_easy_init();
  if (!easy) return false;
  curl_easy_setopt(easy, CURLOPT_URL, options->url);
  curl_easy_setopt(easy, CURLOPT_PRIVATE, transfer);
  curl_easy_setopt(easy, CURLOPT_WRITEFUNCTION, take_body);
  curl_easy_setopt(easy, CURLOPT_WRITEDATA, transfer);
  curl_easy_setopt(easy, CURLOPT_HEADERFUNCTION, take_line);
  curl_easy_setopt(easy, CURLOPT_NOSIGNAL, 1L);
  curl_easy_setopt(easy, CURLOPT_PROXY, "");
  curl_easy_setopt(easy, CURLOPT_ACCEPT_ENCODING, "");
  curl_easy_setopt(easy, CURLOPT_CONNECTTIMEOUT_MS, 10000L);
  curl_easy_setopt(easy, CURLOPT_HTTPHEADER, loop->fields);
  if (options->http2) {
    curl_easy_setopt(easy, CURLOPT_HTTP_VERSION, (long)CURL_HTTP_VERSION_2TLS);
    curl_easy_setopt(easy, CURLOPT_PIPEWAIT, 1L);
  } else {
    curl_easy_setopt(easy, CURLOPT_HTTP_VERSION, (long)CURL_HTTP_VERSION_1_1);
  }
  if (options->body) {
    curl_easy_setopt(easy, CURLOPT_POST, 1L);
    curl_easy_setopt(easy, CURLOPT_POSTFIELDS, options->body);
    curl_easy_setopt(easy, CURLOPT_POSTFIELDSIZE_LARGE, (curl_off_t)options->body_length);
  }
  return true;
}

static int socket_changed(CURL *easy, curl_socket_t socket, int what, void *owner, void *own) {
  (void)easy;
  (void)own;
  struct bare_loop *loop = owner;
  if (socket >= loop->watch_count) return 0;
  struct watch *watch = &loop->watches[socket];
  watch->wanted = (what & CURL_POLL_IN ? EPOLLIN : 0) | (what & CURL_POLL_OUT ? EPOLLOUT : 0);
  if (what == CURL_POLL_REMOVE) watch->wanted = 0;
  if (!watch->noted && watch->wanted && watch->wanted != watch->told) {
    watch->noted = true;
    loop->noted[loop->noted_count++] = socket;
  }
  return 0;
}

static int timer_changed(CURLM *multi, long milliseconds, void *owner) {
  (void)multi;
  ((struct bare_loop *)owner)->moment = milliseconds < 0 ? -1 : now() + (double)milliseconds / 1000;
  return 0;
}

static int socket_closing(void *owner, curl_socket_t socket) {
  struct bare_loop *loop = owner;
  if (socket < loop->watch_count) loop->watches[socket] = (struct watch){.noted = loop->watches[socket].noted};
  return close(socket);
}

static void tell_noted(struct bare_loop *loop) {
  for (int index = 0; index < loop->noted_count; index++) {
    int socket = loop->noted[index];
    struct watch *watch = &loop->watches[socket];
    watch->noted = false;
    if (!watch->wanted || watch->wanted == watch->told) continue;
    struct epoll_event event = {.events = watch->wanted, .data.fd = socket};
    epoll_ctl(loop->epoll, watch->told ? EPOLL_CTL_MOD : EPOLL_CTL_ADD, socket, &event);
    watch->told = watch->wanted;
  }
  loop->noted_count = 0;
}

struct bare_loop *bare_open(const struct bare_options *options) {
  curl_global_init(CURL_GLOBAL_DEFAULT);
  struct bare_loop *loop = calloc(1, sizeof *loop);
  if (!loop) return NULL;
  loop->options = options;
  loop->epoll = -1;
  loop->moment = -1;
  // The fields our client sends.
  loop->fields = curl_slist_append(loop->fields, "User-Agent: bare-loop/1");
  loop->fields = curl_slist_append(loop->fields, "Accept: */*");
  if (options->body) {
    char line[128] = "Content-Type: ";
    strncat(line, options->content_type, sizeof line - strlen(line) - 1);
    loop->fields = curl_slist_append(loop->fields, line);
    loop->fields = curl_slist_append(loop->fields, "Expect:");
  }
  loop->transfers = calloc((size_t)options->in_flight, sizeof *loop->transfers);
  if (!loop->transfers) goto failed;
  for (int index = 0; index < options->in_flight; index++) {
    if (!open_transfer(loop, &loop->transfers[index])) goto failed;
  }
  if (options->in_flight == 1) return loop;
  loop->multi = curl_multi_init();
  loop->epoll = epoll_create1(EPOLL_CLOEXEC);
  loop->watch_count = options->in_flight * 2 + 1024;
  loop->watches = calloc((size_t)loop->watch_count, sizeof *loop->watches);
  loop->noted = calloc((size_t)loop->watch_count, sizeof *loop->noted);
  if (!loop->multi || loop->epoll < 0 || !loop->watches || !loop->noted) goto failed;
  curl_multi_setopt(loop->multi, CURLMOPT_SOCKETFUNCTION, socket_changed);
  curl_multi_setopt(loop->multi, CURLMOPT_SOCKETDATA, loop);
  curl_multi_setopt(loop->multi, CURLMOPT_TIMERFUNCTION, timer_changed);
  curl_multi_setopt(loop->multi, CURLMOPT_TIMERDATA, loop);
  for (int index = 0; index < options->in_flight; index++) {
    curl_easy_setopt(loop->transfers[index].easy, CURLOPT_CLOSESOCKETFUNCTION, socket_closing);
    curl_easy_setopt(loop->transfers[index].easy, CURLOPT_CLOSESOCKETDATA, loop);
  }
  return loop;
failed:
  bare_close(loop);
  return NULL;
}

// Counts what came and frees it, as a caller does who has read it.
static void finish(struct transfer *transfer, CURLcode code, struct bare_result *result) {
  long status = 0;
  curl_easy_getinfo(transfer->easy, CURLINFO_RESPONSE_CODE, &status);
  if (code == CURLE_OK && status == 200) {
    result->completed++;
  } else {
    result->failed++;
  }
  result->bytes += (long long)transfer->count;
  free(transfer->bytes);
  transfer->bytes = NULL;
  transfer->count = transfer->capacity = 0;
}

static struct bare_result run_easy(struct bare_loop *loop, long requests, double end) {
  struct bare_result result = {0};
  struct transfer *transfer = loop->transfers;
  while (result.completed + result.failed < requests && now() < end) {
    finish(transfer, curl_easy_perform(transfer->easy), &result);
  }
  return result;
}

static struct bare_result run_multi(struct bare_loop *loop, long requests, double end) {
  struct bare_result result = {0};
  struct epoll_event events[256];
  long started = 0, active = 0;
  int running = 0;
  for (; started < loop->options->in_flight && started < requests; started++, active++) {
    curl_multi_add_handle(loop->multi, loop->transfers[started].easy);
  }
  while (active > 0) {
    while (loop->moment >= 0 && loop->moment <= now()) {
      loop->moment = -1;
      curl_multi_socket_action(loop->multi, CURL_SOCKET_TIMEOUT, 0, &running);
    }
    CURLMsg *message;
    int left = 0;
    bool added = false;
    while ((message = curl_multi_info_read(loop->multi, &left))) {
      if (message->msg != CURLMSG_DONE) continue;
      CURL *easy = message->easy_handle;
      CURLcode code = message->data.result;
      struct transfer *transfer = NULL;
      curl_easy_getinfo(easy, CURLINFO_PRIVATE, (char **)&transfer);
      curl_multi_remove_handle(loop->multi, easy);
      finish(transfer, code, &result);
      active--;
      if (started < requests && now() < end) {
        curl_multi_add_handle(loop->multi, easy);
        started++;
        active++;
        added = true;
      }
    }
    if (added || active == 0) continue;
    tell_noted(loop);
    double wait = loop->moment < 0 ? 1 : loop->moment - now();
    int count = epoll_wait(loop->epoll, events, 256, wait <= 0 ? 0 : (int)(wait * 1000) + 1);
    for (int index = 0; index < count; index++) {
      int socket = events[index].data.fd;
      uint32_t what = events[index].events;
      if (!loop->watches[socket].wanted) continue;
      int mask = (what & (EPOLLIN | EPOLLHUP) ? CURL_CSELECT_IN : 0) | (what & EPOLLOUT ? CURL_CSELECT_OUT : 0) |
                 (what & EPOLLERR ? CURL_CSELECT_ERR : 0);
      curl_multi_socket_action(loop->multi, socket, mask, &running);
    }
  }
  return result;
}

struct bare_result bare_run(struct bare_loop *loop, long requests, double seconds) {
  double end = now() + seconds;
  return loop->multi ? run_multi(loop, requests, end) : run_easy(loop, requests, end);
}

void bare_close(struct bare_loop *loop) {
  for (int index = 0; loop->transfers && index < loop->options->in_flight; index++) {
    if (loop->transfers[index].easy) curl_easy_cleanup(loop->transfers[index].easy);
    free(loop->transfers[index].bytes);
  }
  if (loop->multi) curl_multi_cleanup(loop->multi);
  if (loop->epoll >= 0) close(loop->epoll);
  curl_slist_free_all(loop->fields);
  free(loop->transfers);
  free(loop->watches);
  free(loop->noted);
  free(loop);
}

int bare_eventfd(void) { return eventfd(0, EFD_CLOEXEC); }
