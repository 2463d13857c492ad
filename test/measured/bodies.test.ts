import { once } from "node:events";
import { describe, expect, it, onTestFinished } from "vitest";
import { messageOf, post, served } from "../core/survive/served.ts";
import { serveBatch } from "../plugins/batch/door.ts";
import { longestPause } from "./pause.ts";

it("a message of a million emoji, escaped as twelve megabytes, lets others have their turn while it is read", async () => {
  const fixture = await served();
  let sent = 0;
  let last = Buffer.alloc(0);
  const pause = await longestPause(200, async () => {
    const body = messageOf(fixture.chatId, `big${++sent}`, "\\ud83d\\ude00".repeat(1_000_000));
    const { status, bytes } = await post(fixture, "chats/messages/create", body);
    expect(status).toBe(200);
    last = Buffer.from(bytes);
  });
  expect(JSON.parse(last.toString()).message.content.text === "😀".repeat(1_000_000)).toBe(true);
  expect(pause).toBeLessThan(200);
});

it.each([
  ["of 900 characters", 900, 50],
  ["of 12,000 characters", 12_000, 200],
])("a thousand messages %s in one call let others have their turn", async (_name, length, limit) => {
  const fixture = await served();
  let sent = 0;
  const pause = await longestPause(limit, async () => {
    const call = ++sent;
    const messages = Array.from({ length: 1_000 }, (_, at) => ({
      ...{ actorId: "ann", clientMessageId: `many${call}.${at}`, content: "x".repeat(length) },
    }));
    const body = Buffer.from(JSON.stringify({ chatId: fixture.chatId, messages }));
    const { status } = await post(fixture, "chats/messages/create-many", body);
    expect(status).toBe(200);
  });
  expect(pause).toBeLessThan(limit);
});

describe("a body that is made to be hard to read", () => {
  it.each([
    ["a million items", `{"content":[${"1,".repeat(999_999)}1]}`],
    ["a million members", `{${Array.from({ length: 1_000_000 }, (_, at) => `"k${at}":1`).join(",")}}`],
    ["a million items in a million words", `{"content":[${'"a",'.repeat(999_999)}"a"]}`],
  ])("is refused, for all others without a wait: %s", async (_name, text) => {
    const fixture = await served();
    const body = Buffer.from(text);
    const pause = await longestPause(200, async () => {
      const { status } = await post(fixture, "chats/messages/create", body);
      expect([400, 413]).toContain(status);
    });
    expect(pause).toBeLessThan(200);
  });
});

it("a batch of many lines lets others have their turn", async () => {
  const fixture = await serveBatch();
  onTestFinished(fixture.close);
  const chatId = (await fixture.admin.post("chats.create")).body.chat.id as string;
  let sent = 0;
  const pause = await longestPause(50, async () => {
    const stream = fixture.open();
    for (let n = 0; n < 5_000; n++) {
      const input = { chatId, actorId: "ann", clientMessageId: `batch${++sent}`, content: "x".repeat(100) };
      const isRoom = stream.send({ id: `${sent}`, operation: "chats.messages.create", input });
      if (!isRoom) await once(stream.request, "drain");
    }
    expect(await stream.end()).toHaveLength(5_000);
  });
  expect(pause).toBeLessThan(50);
});
