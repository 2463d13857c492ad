/** Number of secrets read or written concurrently. Most of the time is spent waiting for the disk. */
const CONCURRENCY = 16;

/** Calls `work` for each item with bounded concurrency. */
export async function eachOf<T>(items: readonly T[], work: (item: T) => Promise<void>): Promise<void> {
  const left = items.values();
  const worker = async () => {
    for (const item of left) await work(item);
  };
  await Promise.all(Array.from({ length: CONCURRENCY }, worker));
}
