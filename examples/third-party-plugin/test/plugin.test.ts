import chats from "@postern/chats";
import { testGateway, testOperations } from "@postern/core/testing";
import { describe, expect, it } from "vitest";
import reminders from "../src/index.ts";

// Tests keys, scopes, missing and unknown fields, dry runs and the response schema of each operation.
testOperations(() => ({ plugins: [chats(), reminders()] }), { describe, it }, ["reminders"]);

it("refuses a reminder in a chat that does not exist", async () => {
  const { admin, stop } = await testGateway({ plugins: [chats(), reminders()] });
  const chatId = `chat_${"0".repeat(24)}`;
  const { status, body } = await admin.post("reminders.set", { chatId, text: "tea", dueAt: "1", execute: true });
  expect([status, body.code]).toEqual([404, "reminders.chat_unknown"]);
  await stop();
});
