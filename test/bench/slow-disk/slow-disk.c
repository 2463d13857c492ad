// Preloaded into a server, it makes each flush take SLOW_DISK_US microseconds longer: fsync, fdatasync, msync, and writes
// to a descriptor that was opened with O_DSYNC or O_SYNC.
#define _GNU_SOURCE
#include <dlfcn.h>
#include <fcntl.h>
#include <stdarg.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <sys/uio.h>
#include <time.h>
#include <unistd.h>

#define DESCRIPTORS 65536
static atomic_char flushing[DESCRIPTORS];
static long microseconds;

__attribute__((constructor)) static void begin(void) {
  const char *told = getenv("SLOW_DISK_US");
  microseconds = told ? atol(told) : 1000;
}

static void slow(void) {
  struct timespec time = {microseconds / 1000000, microseconds % 1000000 * 1000};
  while (nanosleep(&time, &time) != 0) continue;
}

static int flushes(int fd) { return fd >= 0 && fd < DESCRIPTORS && atomic_load(&flushing[fd]); }

static int opened(int fd, int flags) {
  if (fd >= 0 && fd < DESCRIPTORS) atomic_store(&flushing[fd], (flags & O_DSYNC) != 0);  // O_SYNC holds O_DSYNC's bit
  return fd;
}

#define NEXT(name) ((__typeof__(&name))dlsym(RTLD_NEXT, #name))
#define MODE(flags, mode) \
  mode_t mode = 0; \
  if ((flags) & (O_CREAT | __O_TMPFILE)) { \
    va_list rest; \
    va_start(rest, flags); \
    mode = va_arg(rest, mode_t); \
    va_end(rest); \
  }

#define OPEN(name) \
  int name(const char *path, int flags, ...) { \
    MODE(flags, mode) \
    return opened(NEXT(name)(path, flags, mode), flags); \
  }
OPEN(open)
OPEN(open64)

#define OPENAT(name) \
  int name(int folder, const char *path, int flags, ...) { \
    MODE(flags, mode) \
    return opened(NEXT(name)(folder, path, flags, mode), flags); \
  }
OPENAT(openat)
OPENAT(openat64)

// A socket may get the number of a closed file.
int close(int fd) {
  opened(fd, 0);
  return NEXT(close)(fd);
}

int fsync(int fd) {
  slow();
  return NEXT(fsync)(fd);
}

int fdatasync(int fd) {
  slow();
  return NEXT(fdatasync)(fd);
}

int msync(void *start, size_t length, int flags) {
  if (flags & MS_SYNC) slow();
  return NEXT(msync)(start, length, flags);
}

#define WRITE(name, parameters, arguments) \
  ssize_t name parameters { \
    static ssize_t (*next) parameters; \
    if (!next) next = (ssize_t (*) parameters)dlsym(RTLD_NEXT, #name); \
    if (flushes(fd)) slow(); \
    return next arguments; \
  }
WRITE(write, (int fd, const void *bytes, size_t length), (fd, bytes, length))
WRITE(writev, (int fd, const struct iovec *parts, int count), (fd, parts, count))
WRITE(pwrite, (int fd, const void *bytes, size_t length, off_t at), (fd, bytes, length, at))
WRITE(pwrite64, (int fd, const void *bytes, size_t length, off64_t at), (fd, bytes, length, at))
WRITE(pwritev, (int fd, const struct iovec *parts, int count, off_t at), (fd, parts, count, at))
WRITE(pwritev64, (int fd, const struct iovec *parts, int count, off64_t at), (fd, parts, count, at))
