import chats from "@postern/chats";
import { createGateway } from "@postern/core";
import { complete, type StoreDriver } from "@postern/core/storage";
import { createClient, testGateway } from "@postern/core/testing";
import memory from "@postern/storage-memory";
import unstorageMemory from "unstorage/drivers/memory";
import { afterEach, describe, expect, it } from "vitest";
import { between, dying, type WriteCall } from "../../storage-drivers/faults.ts";

const nothing = () => {};
const quiet = { debug: nothing, info: nothing, warn: nothing, error: nothing };
let stop: (() => Promise<void>) | undefined;
afterEach(async () => {
  await stop?.();
  stop = undefined;
});

async function opened(storage: StoreDriver, now?: () => number) {
  const fixture = await testGateway({ plugins: [chats()], storage, ...(now && { now }) });
  stop = fixture.stop;
  const post = fixture.admin.post;
  const health = async () => (await fixture.admin.send("/health")).body.status;
  return { ...fixture, post, health };
}
const message = (chatId: string, clientMessageId: string) => ({
  chatId,
  actorId: "ann",
  clientMessageId,
  content: "hi",
});

describe("a store whose writes fail", () => {
  const held: (() => void)[] = [];
  const failures: [string, (call: WriteCall) => unknown][] = [
    ["a full disk", () => Promise.reject(Object.assign(new Error("ENOSPC: no space left"), { code: "ENOSPC" }))],
    ["a file system that became read-only", () => Promise.reject(Object.assign(new Error("EROFS"), { code: "EROFS" }))],
    [
      "an error at once",
      () => {
        throw new Error("at once");
      },
    ],
    ["an error later", () => Promise.reject(new Error("later"))],
    ["a text for an error", () => Promise.reject("just a text")],
    ["nothing for an error", () => Promise.reject(undefined)],
    ["no answer for long", (call) => new Promise<void>((resolve) => held.push(resolve)).then(() => call.go())],
  ];
  it.each(failures)("reports it, still reads, loses nothing and continues when it can: %s", async (_name, fail) => {
    let fails = false;
    const faulty = between(unstorageMemory(), (call) => (fails ? fail(call) : call.go()));
    const { post, health } = await opened((await complete(faulty, { limit: 60 })) as StoreDriver);
    const chatId: string = (await post("chats.create", { title: "tea" })).body.chat.id;
    expect((await post("chats.messages.create", message(chatId, "kept"))).body.disposition).toBe("created");
    fails = true;
    const refused = await post("chats.messages.create", message(chatId, "lost"));
    expect([refused.status, refused.body.code]).toEqual([503, "gateway.unavailable"]);
    expect(refused.headers.get("content-type")).toContain("problem+json");
    expect(JSON.stringify(refused.body)).not.toMatch(/at once|later|just a text/);
    expect(await health()).toBe("degraded");
    expect((await post("chats.show", { chatId: chatId })).body.chat.title).toBe("tea");
    expect((await post("chats.messages.list", { chatId })).body.total).toBe(1);
    fails = false;
    for (const release of held.splice(0)) release();
    // A write without an answer may have happened: then the repeated call finds it.
    const { status, body } = await post("chats.messages.create", message(chatId, "lost"));
    expect([status, body.clientMessageId]).toEqual([200, "lost"]);
    expect((await post("chats.messages.create", message(chatId, "kept"))).body.disposition).toBe("duplicate");
    expect((await post("chats.messages.list", { chatId })).body.total).toBe(2);
    expect(await health()).toBe("ok");
  });

  it("opens read-only if it refuses writes from the start", async () => {
    const plain = unstorageMemory();
    const first = await opened({ ...plain, dispose: () => {} });
    await first.post("chats.create", { title: "tea" });
    await first.stop();
    const denied = between(plain, () => Promise.reject(new Error("EROFS: read-only")));
    const gateway = createGateway({ plugins: [chats()], storage: denied, log: quiet });
    stop = gateway.stop;
    const { post, send } = createClient(gateway.fetch, first.admin.key);
    expect((await post("chats.list")).body.total).toBe(1);
    const refused = await post("chats.create", { title: "more" });
    expect([refused.status, refused.body.code]).toEqual([503, "gateway.unavailable"]);
    expect((await send("/health")).body.status).toBe("degraded");
  });
});

it.each([false, true])("a message is whole or absent, whichever write the process dies at (torn: %s)", async (torn) => {
  const plain = unstorageMemory();
  const kept = { ...plain, dispose: () => {} };
  const first = await opened(kept);
  const chatId: string = (await first.post("chats.create")).body.chat.id;
  const { key } = first.admin;
  await first.stop();
  const before: [string, string][] = [];
  for (const name of await plain.getKeys("", {})) before.push([name, String(await plain.getItem(name, {}))]);

  for (let at = 1, died = true; died; at++) {
    expect(at).toBeLessThan(200);
    const disk = unstorageMemory();
    for (const [name, value] of before) await disk.setItem?.(name, value, {});
    const mortal = dying({ ...disk, dispose: () => {} }, at, torn);
    const send = async (storage: StoreDriver) => {
      const gateway = createGateway({ plugins: [chats()], storage, log: quiet });
      try {
        return (await gateway.call("chats.messages.create", message(chatId, "m"))) as { disposition: string };
      } finally {
        await gateway.stop().catch(() => {});
      }
    };
    const answered = await send(mortal).catch(() => undefined);
    died = mortal.isDead();
    const fixture = await testGateway({ plugins: [chats()], storage: disk });
    stop = fixture.stop;
    const { body } = await fixture.admin.post("chats.messages.create", message(chatId, "m"));
    expect(["created", "duplicate"]).toContain(body.disposition);
    if (answered) expect(body.disposition).toBe("duplicate");
    const { messages, total } = (await fixture.admin.post("chats.messages.list", { chatId })).body;
    expect([total, messages.length, messages[0].id]).toEqual([1, 1, body.messageId]);
    expect(await fixture.gateway.keys.recognize(key)).toBeDefined();
    await fixture.stop();
    stop = undefined;
  }
});

it.each([
  ["cut short", (text: string) => text.slice(0, text.length >> 1)],
  ["emptied", () => ""],
  ["no JSON", () => "<html>"],
  ["one letter other", (text: string) => text.replace("rotten", "rotton")],
])("a record that is %s is not served, but all others are", async (_name, damage) => {
  const plain = unstorageMemory();
  const first = await opened({ ...plain, dispose: () => {} });
  const ids: string[] = [];
  for (const title of ["sound", "rotten", "fresh"])
    ids.push((await first.post("chats.create", { title })).body.chat.id);
  await first.stop();
  for (const name of await plain.getKeys("", {})) {
    const text = String(await plain.getItem(name, {}));
    if (text.includes("rotten")) await plain.setItem?.(name, damage(text), {});
  }
  const { post, health } = await opened(plain);
  const [sound, rotten, fresh] = ids;
  expect((await post("chats.show", { chatId: sound })).body.chat.title).toBe("sound");
  expect((await post("chats.show", { chatId: fresh })).body.chat.title).toBe("fresh");
  const damaged = await post("chats.show", { chatId: rotten });
  expect(damaged.status).not.toBe(200);
  expect(JSON.stringify(damaged.body)).not.toContain("rott");
  const { status, body } = await post("chats.list");
  expect(status).toBe(200);
  expect(body.chats.map(({ title }: { title: string }) => title).sort()).toEqual(["fresh", "sound"]);
  expect(await health()).toBe("degraded");
});

it("a repeated message is recognized after thirty days, a restart and with another key", async () => {
  const storage = memory();
  let time = 1_800_000_000_000;
  const first = await opened({ ...storage, dispose: () => {} }, () => time);
  const chatId: string = (await first.post("chats.create")).body.chat.id;
  const { messageId } = (await first.post("chats.messages.create", message(chatId, "m"))).body;
  await first.stop();
  time += 30 * 24 * 60 * 60 * 1000;
  const { client } = await opened(storage, () => time);
  const other = await client(["chats:write"]);
  const { body } = await other.post("chats.messages.create", message(chatId, "m"));
  expect([body.disposition, body.messageId]).toEqual(["duplicate", messageId]);
});
