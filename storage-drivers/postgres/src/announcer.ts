import type { Version } from "@postern/core/storage";

/** In milliseconds, between two notifications. */
const COALESCE = 10;

export interface Announcer {
  /** Notifies the other gateways of a commit, at once or within 10 ms. */
  announce(number: Version): void;
  /** Sends what is pending. */
  flush(): Promise<void>;
}

/** Notifies the other gateways of the last commit: the first time at once, then at most every 10 ms. */
export function createAnnouncer(send: () => Promise<void>): Announcer {
  let last: Version = 0;
  let isDue = false;
  let timer: NodeJS.Timeout | undefined;

  async function flush(): Promise<void> {
    clearTimeout(timer);
    timer = undefined;
    if (!isDue) return;
    isDue = false;
    timer = setTimeout(flush, COALESCE);
    timer.unref();
    // The others read the number once a second too.
    await send().catch(() => {});
  }

  return {
    flush,
    announce(number) {
      // Batches without writes are answered with the number of an earlier commit.
      if (number <= last) return;
      last = number;
      isDue = true;
      if (!timer) void flush();
    },
  };
}
