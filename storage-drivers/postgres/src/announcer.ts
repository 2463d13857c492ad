import type { Version } from "@postern/core/storage";

/** In milliseconds, between two notifications. */
const COALESCE = 10;

/** Notifies the other gateways of the last commit: the first time at once, then at most every 10 ms. */
export function createAnnouncer(send: () => Promise<void>): (number: Version) => void {
  let last: Version = 0;
  let isDue = false;
  let timer: NodeJS.Timeout | undefined;

  function flush(): void {
    timer = undefined;
    if (!isDue) return;
    isDue = false;
    timer = setTimeout(flush, COALESCE);
    timer.unref();
    // The others read the number once a second too.
    send().catch(() => {});
  }

  return (number) => {
    // Batches without writes are answered with the number of an earlier commit.
    if (number <= last) return;
    last = number;
    isDue = true;
    if (!timer) flush();
  };
}
