import {
  type CompleteDriver,
  complete,
  encodeKey,
  encodeRecord,
  type StoreDriver,
  verified,
} from "@postern/core/storage";
import lruCache from "unstorage/drivers/lru-cache";
import memory from "unstorage/drivers/memory";
import { expect, it } from "vitest";

const put = (store: CompleteDriver, n: number) =>
  store.commit([{ checks: [], writes: [{ key: encodeKey(["thing", n]), value: encodeRecord(n) }] }]);

it("a store that evicts records shows them as damaged, not as absent", async () => {
  const store = await complete(lruCache({ max: 50 }) as StoreDriver);
  for (let n = 0; n < 200; n++) await put(store, n);
  const { checked, damaged, keys } = await verified(store);
  expect(checked).toBe(200);
  expect(damaged).toBeGreaterThan(140);
  expect(keys).toContain(encodeKey(["thing", 0]));
  expect(await store.getItem(encodeKey(["thing", 0]))).toBe("");
  expect(await store.getItem(encodeKey(["thing", 999]))).toBe(null);
});

it("a record that is removed is absent, also while it is read", async () => {
  const store = await complete(memory() as StoreDriver);
  await put(store, 1);
  const key = encodeKey(["thing", 1]);
  const [read] = await Promise.all([
    Promise.all(Array.from({ length: 50 }, () => store.getItem(key))),
    store.commit([{ checks: [], writes: [{ key, value: null }] }]),
  ]);
  expect(read).not.toContain("");
  expect(await store.getItem(key)).toBe(null);
  expect(await verified(store)).toMatchObject({ checked: 0, damaged: 0 });
});
