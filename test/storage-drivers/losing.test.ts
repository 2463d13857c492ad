import { once } from "node:events";
import { createServer, type RequestListener } from "node:http";
import type { AddressInfo } from "node:net";
import chats from "@postern/chats";
import { type CompleteDriver, complete, encodeKey, encodeRecord, type StoreDriver } from "@postern/core/storage";
import { testGateway } from "@postern/core/testing";
import service from "@postern/service";
import { createStorage } from "unstorage";
import http from "unstorage/drivers/http";
import lruCache from "unstorage/drivers/lru-cache";
import memory from "unstorage/drivers/memory";
import { createStorageServer } from "unstorage/server";
import { expect, it, onTestFinished } from "vitest";
import { lostIn, verified } from "../../core/src/verify/index.ts";

const put = (store: CompleteDriver, n: number) =>
  store.commit([{ checks: [], writes: [{ key: encodeKey(["thing", n]), value: encodeRecord(n) }] }]);

/** A driver that evicts the oldest records, like Redis with an eviction policy. */
type Listed = StoreDriver & Pick<Required<StoreDriver>, "getKeys">;
const evicting = (max: number): Listed => ({
  ...(lruCache({ max }) as Listed),
  name: "memory",
  dispose() {},
});

it("lru-cache is opened read-only, because it always has a limit", async () => {
  const store = await complete(lruCache({}) as StoreDriver);
  expect(store.trouble()).toMatchObject({
    reason: "read_only",
    message: expect.stringContaining('Use the driver "memory"'),
  });
  await expect(put(store, 1)).rejects.toMatchObject({ reason: "read_only" });
});

it("a store that evicts records shows them as damaged, not as absent", async () => {
  const store = await complete(evicting(50));
  for (let n = 0; n < 200; n++) await put(store, n);
  const { checked, damaged, keys } = await verified(store);
  expect(checked).toBe(200);
  expect(damaged).toBeGreaterThan(140);
  expect(keys).toContain(encodeKey(["thing", 0]));
  expect(await store.getItem(encodeKey(["thing", 0]))).toBe("");
  expect(await store.getItem(encodeKey(["thing", 999]))).toBe(null);
});

it("a removed record is absent, even while it is read", async () => {
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

it("records evicted while the store was closed are reported as lost, and writes are refused", async () => {
  const disk = evicting(400);
  const open = async () => {
    const found = await testGateway({ plugins: [chats(), service()], storage: disk });
    return { ...found, verify: async () => await found.gateway.call("service.verify", {}) };
  };
  const before = await open();
  for (let n = 0; n < 30; n++) await before.gateway.call("chats.create", { title: `Talk ${n}` });
  expect(await before.verify()).toMatchObject({ damaged: 0, lost: [] });
  await before.stop();
  const names = (await disk.getKeys("", {})).filter((key) => /^chats\.2echat!:/.test(key));
  expect(names).toHaveLength(30);
  for (const name of names.slice(0, 7)) await disk.removeItem?.(name, {});
  const after = await open();
  expect(await after.verify()).toMatchObject({
    damaged: 0,
    lost: expect.arrayContaining([{ collection: "chats.2echat", expected: 30, found: 23 }]),
  });
  await after.stop();
  for (const name of ["~number-a", "~number-b"]) await disk.removeItem?.(name, {});
  const store = await complete(disk);
  expect(store.trouble()).toMatchObject({ reason: "read_only", message: expect.stringContaining("lost the number") });
  await expect(put(store, 1)).rejects.toMatchObject({ reason: "read_only" });
});

it("evicted index entries are reported as lost", async () => {
  const disk = memory() as Listed;
  const { gateway, stop } = await testGateway({ plugins: [chats(), service()], storage: { ...disk, dispose() {} } });
  for (let n = 0; n < 5; n++) await gateway.call("chats.create", { title: `Talk ${n}` });
  await stop();
  const [entry = ""] = (await disk.getKeys("", {})).filter((key) => key.startsWith("chats.2echat.2eby=53tanding!:"));
  await disk.removeItem?.(entry, {});
  const store = await complete(disk);
  const lost = await lostIn(store, chats().collections, new AbortController().signal);
  expect(lost).toEqual([{ collection: "chats.2echat.2eby=53tanding", expected: 5, found: 4 }]);
});

it("a store that rewrites JSON, such as unstorage's http server, is refused with the reason", async () => {
  const { handle } = createStorageServer(createStorage({ driver: memory() }), {});
  const server = createServer(handle as RequestListener).listen(0, "127.0.0.1");
  await once(server, "listening");
  onTestFinished(() => void server.close());
  const { port } = server.address() as AddressInfo;
  const store = await complete(http({ base: `http://127.0.0.1:${port}` }) as StoreDriver);
  expect(store.trouble()?.message).toMatch(/does not return the text that was written.*http driver.*count as damaged/);
  await store.dispose?.();
});

it("a store that answers before a write is readable is refused with the reason", async () => {
  const disk = memory() as StoreDriver;
  const store = await complete({
    ...disk,
    setItem: (key, value) => void setTimeout(() => disk.setItem?.(key, value, {}), 50),
  });
  expect(store.trouble()?.message).toMatch(/does not keep written values, or confirms writes before they can be read/);
});
