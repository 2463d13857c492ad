import type { Host } from "@postern/core";
import { imports } from "./import.ts";

const HOUR = 60 * 60 * 1000;

/** Removes files that no import needs any more; answers what ends it. Imports are all that has blobs in this group. */
export function keepSwept(host: Host): () => Promise<void> {
  let work = Promise.resolve();
  const isNamed = async (blob: string) =>
    (await host.store.count(imports, { by: "byBlob", prefix: [blob], limit: 1 })) > 0;
  const sweep = () => {
    work = work
      .then(() => host.blobs.sweep(isNamed))
      .then(
        () => {},
        (error: unknown) => {
          if (!host.signal.aborted) host.log.warn({ error: String(error) }, "Files of imports could not be removed");
        },
      );
  };
  const timer = setInterval(sweep, HOUR);
  timer.unref();
  sweep();
  return () => {
    clearInterval(timer);
    return work;
  };
}
