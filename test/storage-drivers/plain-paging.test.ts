import { complete, encodeKey, encodeRecord } from "@postern/core/storage";
import unstorageMemory from "unstorage/drivers/memory";
import { expect, it } from "vitest";

const keyOf = (n: number) => encodeKey(["row", n]);

for (const reverse of [false, true]) {
  it(`a page ${reverse ? "backwards " : ""}is full if a record is removed while it is read`, async () => {
    const inner = unstorageMemory();
    let held: Promise<void> | undefined;
    let reads = 0;
    const driver = {
      ...inner,
      async getItem(key: string) {
        reads++;
        await held;
        return inner.getItem(key, {});
      },
    };
    const store = await complete(driver);
    const put = (n: number, value: string | null) => ({ checks: [], writes: [{ key: keyOf(n), value }] });
    await store.commit([1, 2, 3, 4, 5, 6].map((n) => put(n, encodeRecord({ n }))));
    let go = () => {};
    held = new Promise((resolve) => {
      go = resolve;
    });
    reads = 0;
    const page = store.range({ start: keyOf(1), end: keyOf(9), limit: 3, offset: 1, reverse });
    await expect.poll(() => reads).toBe(3);
    // The commit needs no reads; it is visible immediately and written afterwards.
    const removed = reverse ? 4 : 3;
    const removing = store.commit([put(removed, null)]);
    await expect.poll(() => store.count?.({ start: keyOf(1), end: keyOf(9), limit: 9 })).toBe(5);
    go();
    await removing;
    const found = (await page).map(({ key }) => key);
    expect(found).toEqual((reverse ? [5, 3, 2] : [2, 4, 5]).map(keyOf));
    await store.dispose?.();
  });
}
