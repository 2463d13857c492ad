import { describe, expect, it } from "vitest";
import { messageOf, post, served } from "../core/survive/served.ts";
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
