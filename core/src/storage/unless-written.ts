import { type Batch, type CompleteDriver, StoreUnavailable, versionOf } from "./index.ts";

/**
 * The same store, read-only as soon as another process has written this record and what it stands for is no longer ours:
 * each commit checks the record. A commit whose first write is the record itself is our own.
 */
export async function unlessWritten(
  driver: CompleteDriver,
  key: string,
  isOurs: () => Promise<boolean>,
  reason: string,
): Promise<CompleteDriver> {
  let asOf = (await driver.position?.()) ?? 0;
  const read = async () =>
    [await driver.getItem(key)].flatMap((text) => (text ? [{ key, version: versionOf(text) }] : []));
  let found = await read();
  let trouble: StoreUnavailable | undefined;
  /** Reads the record again after a conflict, which it may have caused. Never rejects. */
  let looking: Promise<void> | undefined;

  async function look(): Promise<void> {
    try {
      const now = await read();
      if (now[0]?.version !== found[0]?.version && !(await isOurs()))
        trouble = new StoreUnavailable("read_only", reason, { nothingWritten: true });
      found = now;
    } catch {
      // What checks the record as it was cannot be committed if it has changed, and then it is read again.
    }
  }

  return {
    ...driver,
    trouble: () => trouble ?? driver.trouble(),
    async commit(batches) {
      await looking;
      looking = undefined;
      if (trouble) throw trouble;
      const check = { start: key, end: `${key}\0`, found };
      const isOwn = ({ writes }: Batch) => writes[0]?.key === key;
      const checked = ({ checks, asOf: own, ...rest }: Batch): Batch => ({
        ...{ ...rest, checks: [...checks, check], asOf: own === undefined ? own : Math.min(own, asOf) },
      });
      const answers = await driver.commit(batches.map((one) => (isOwn(one) ? one : checked(one))));
      // These are the answers, whatever the record is now: nothing that follows a commit may fail it.
      for (const [at, answer] of answers.entries()) {
        if (answer !== false) asOf = Math.max(asOf, answer);
        if (answer !== false && isOwn(batches[at] as Batch)) found = [{ key, version: answer }];
      }
      if (answers.includes(false)) looking = look();
      return answers;
    },
  };
}
