import { describe, expect, it } from "vitest";
import type { FinalMessage } from "../final.ts";
import { checkMessages } from "./messages.ts";
import { callOf, eventOf, messageOf, namesOf } from "./records.ts";

describe("the check of messages", () => {
  const call = callOf({
    operation: "chats.messages.create",
    input: { chatId: "chat", clientMessageId: "client-m1" },
    body: { messageId: "m1" },
  });
  const created = eventOf("chats.message.created", { message: { id: "m1", chatId: "chat" } });
  const check = (messages: readonly FinalMessage[], events = [created]) =>
    namesOf(checkMessages([call], { chat: messages }, events));

  it("accepts a message that is there once", () => {
    expect(check([messageOf("m1")])).toEqual([]);
  });

  it("finds a message that was lost, or has another id", () => {
    expect(check([], [])).toEqual(["An acknowledged message is in its chat, with the acknowledged id"]);
    expect(check([messageOf("m0", { clientMessageId: "client-m1" })])).toContain(
      "An acknowledged message is in its chat, with the acknowledged id",
    );
  });

  it("finds a message that exists twice, or was never sent", () => {
    expect(check([messageOf("m1"), messageOf("m2", { clientMessageId: "client-m1" })])).toContain(
      "A message is in its chat once",
    );
    expect(check([messageOf("m1"), messageOf("m2")])).toContain("Every message was sent by a client");
  });

  it("finds a missing event, and an order that differs from the keys", () => {
    expect(check([messageOf("m1")], [])).toEqual(["The events of a chat are its messages in their order"]);
    expect(check([messageOf("m1", { sortKey: "b" }), messageOf("m2", { sortKey: "a" })])).toContain(
      "Messages are sorted by sortKey",
    );
  });
});
