/** Secrets that are read or written at a time: most of the time goes into waiting for the disk. */
const TOGETHER = 16;

/** Does `work` for each of the items, a bounded number at a time. */
export async function eachOf<T>(items: readonly T[], work: (item: T) => Promise<void>): Promise<void> {
  const left = items.values();
  const worker = async () => {
    for (const item of left) await work(item);
  };
  await Promise.all(Array.from({ length: TOGETHER }, worker));
}
