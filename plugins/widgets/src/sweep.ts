import type { Host } from "@postern/core";
import { contents } from "./collections.ts";

const EVERY = 6 * 60 * 60 * 1000;

/** Removes files that a publish wrote which then failed, so that no version names them; answers what ends it. */
export function keepSwept(host: Host): () => Promise<void> {
  let work = Promise.resolve();
  const timer = setInterval(() => {
    work = work
      .then(() => sweep(host))
      .then(() => undefined)
      .catch((error: unknown) => {
        if (!host.signal.aborted)
          host.log.warn({ error: String(error) }, "Files that no widget names could not be removed");
      });
  }, EVERY);
  timer.unref();
  return () => {
    clearInterval(timer);
    return work;
  };
}

/** Removes files that no version names; answers how many went. What was written in the last hour may yet be named, and stays. */
export function sweep({ blobs, store, signal }: Pick<Host, "blobs" | "store" | "signal">): Promise<number> {
  return blobs.sweep(async (name) => {
    signal.throwIfAborted();
    return (await store.count(contents, { by: "byBlob", prefix: [name], limit: 1 })) > 0;
  });
}
