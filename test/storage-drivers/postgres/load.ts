import type { CompleteDriver } from "@postern/core/storage";
import { addEntry } from "./counting.ts";

/** Writers that write until they are stopped or one fails. Every acknowledged entry must be there once, and nothing else. */
export function load(stores: readonly CompleteDriver[], writers: number) {
  let running = true;
  const acknowledged: string[] = [];
  const failures: unknown[] = [];
  const work = stores.flatMap((store, at) =>
    Array.from({ length: writers }, async (_, writer) => {
      for (let n = 0; running; n++) {
        const by = `${at}.${writer}`;
        try {
          await addEntry(store, by, n);
          acknowledged.push(`${by} ${n}`);
        } catch (error) {
          failures.push(error);
          running = false;
        }
      }
    }),
  );
  return {
    acknowledged,
    async stop() {
      running = false;
      await Promise.all(work);
      return { acknowledged, failures };
    },
  };
}
