// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

// Usage: plain-server PORT [MILLISECONDS]
// Reads a request with its body, waits, answers 200 with a small body; on one thread, however many wait. What nginx does
// not do by itself: answer late, and only after the whole body has come.
#define _GNU_SOURCE
#include <arpa/inet.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <signal.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <sys/epoll.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <time.h>
#include <unistd.h>

static const char answer[] = "HTTP/1.1 200 OK\r\nContent-Type: text/plain\r\nContent-Length: 3\r\n\r\nok\n";

enum { head_limit = 8192 };

// What is known of a connection, by its descriptor.
struct connection {
  char head[head_limit];
  size_t head_length;
  // Of the body; negative while the head is not complete.
  long long left;
  // Tells an answer that waits from one of an earlier connection with the same descriptor.
  unsigned generation;
};

struct due {
  double moment;
  int socket;
  unsigned generation;
};

static struct connection **connections;
static int connection_limit;
// All answers wait equally long, so what came first is due first: a ring.
static struct due *ring;
static size_t ring_size, ring_first, ring_count;
static double delay;
static int poller;

static double now(void) {
  struct timespec time;
  clock_gettime(CLOCK_MONOTONIC, &time);
  return (double)time.tv_sec + (double)time.tv_nsec / 1e9;
}

static void end(int socket) {
  connections[socket]->generation++;
  close(socket);
}

static void send_answer(int socket) {
  if (send(socket, answer, sizeof answer - 1, MSG_NOSIGNAL) < 0) end(socket);
}

static void request_ended(int socket) {
  struct connection *connection = connections[socket];
  connection->left = -1;
  connection->head_length = 0;
  if (delay <= 0) return send_answer(socket);
  if (ring_count == ring_size) return end(socket);
  ring[(ring_first + ring_count++) % ring_size] =
      (struct due){.moment = now() + delay, .socket = socket, .generation = connection->generation};
}

static long long announced_length(const char *head) {
  for (const char *line = head; (line = strstr(line, "\r\n")) != NULL;) {
    line += 2;
    if (strncasecmp(line, "content-length:", 15) == 0) return atoll(line + 15);
  }
  return 0;
}

static void readable(int socket) {
  static char bytes[1 << 18];
  struct connection *connection = connections[socket];
  for (;;) {
    bool in_head = connection->left < 0;
    size_t room = in_head ? head_limit - 1 - connection->head_length : sizeof bytes;
    ssize_t count = recv(socket, in_head ? connection->head + connection->head_length : bytes, room, MSG_DONTWAIT);
    if (count < 0) return;
    if (count == 0) return end(socket);
    if (in_head) {
      connection->head_length += (size_t)count;
      connection->head[connection->head_length] = 0;
      char *blank = strstr(connection->head, "\r\n\r\n");
      if (!blank) {
        if (connection->head_length == head_limit - 1) return end(socket);
        continue;
      }
      size_t behind = connection->head_length - (size_t)(blank + 4 - connection->head);
      connection->left = announced_length(connection->head) - (long long)behind;
    } else {
      connection->left -= count;
    }
    if (connection->left <= 0) return request_ended(socket);
  }
}

static void take_connections(int listener) {
  for (;;) {
    int socket = accept4(listener, NULL, NULL, SOCK_CLOEXEC | SOCK_NONBLOCK);
    if (socket < 0) return;
    if (socket >= connection_limit || !(connections[socket] || (connections[socket] = calloc(1, sizeof(struct connection))))) {
      close(socket);
      continue;
    }
    connections[socket]->left = -1;
    connections[socket]->head_length = 0;
    int on = 1;
    setsockopt(socket, IPPROTO_TCP, TCP_NODELAY, &on, sizeof on);
    struct epoll_event event = {.events = EPOLLIN, .data.fd = socket};
    epoll_ctl(poller, EPOLL_CTL_ADD, socket, &event);
  }
}

int main(int count, char **arguments) {
  if (count < 2) return 64;
  delay = count > 2 ? atof(arguments[2]) / 1000 : 0;
  signal(SIGPIPE, SIG_IGN);
  struct rlimit limit;
  getrlimit(RLIMIT_NOFILE, &limit);
  limit.rlim_cur = limit.rlim_max;
  setrlimit(RLIMIT_NOFILE, &limit);
  connection_limit = limit.rlim_cur > 65536 ? 65536 : (int)limit.rlim_cur;
  ring_size = (size_t)connection_limit;
  connections = calloc((size_t)connection_limit, sizeof *connections);
  ring = calloc(ring_size, sizeof *ring);
  int listener = socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0), on = 1;
  setsockopt(listener, SOL_SOCKET, SO_REUSEADDR, &on, sizeof on);
  struct sockaddr_in address = {
      .sin_family = AF_INET, .sin_port = htons((uint16_t)atoi(arguments[1])), .sin_addr.s_addr = htonl(INADDR_LOOPBACK)};
  if (!connections || !ring || bind(listener, (struct sockaddr *)&address, sizeof address) || listen(listener, 16384)) {
    perror("plain-server");
    return 1;
  }
  poller = epoll_create1(EPOLL_CLOEXEC);
  struct epoll_event event = {.events = EPOLLIN, .data.fd = listener}, events[256];
  epoll_ctl(poller, EPOLL_CTL_ADD, listener, &event);
  for (;;) {
    int wait = -1;
    if (ring_count) {
      double left = ring[ring_first].moment - now();
      wait = left <= 0 ? 0 : (int)(left * 1000) + 1;
    }
    int ready = epoll_wait(poller, events, 256, wait);
    for (int index = 0; index < ready; index++) {
      if (events[index].data.fd == listener) {
        take_connections(listener);
      } else {
        readable(events[index].data.fd);
      }
    }
    while (ring_count && ring[ring_first].moment <= now()) {
      struct due due = ring[ring_first];
      ring_first = (ring_first + 1) % ring_size;
      ring_count--;
      if (connections[due.socket]->generation == due.generation) send_answer(due.socket);
    }
  }
}
