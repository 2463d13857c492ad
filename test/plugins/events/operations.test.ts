import chats from "@postern/chats";
import { testGateway, testOperations } from "@postern/core/testing";
import events from "@postern/events";
import { describe, expect, it } from "vitest";

testOperations(() => ({ plugins: [events()] }), { describe, it });

it("lists events of several types", async () => {
  const { admin, stop } = await testGateway({ plugins: [chats(), events()] });
  const { body } = await admin.post("chats.create", { title: "Tea" });
  await admin.post("chats.update", { chatId: body.chat.id, title: "Green tea" });
  await admin.post("chats.archive", { chatId: body.chat.id });
  const typesOf = async (type: string) =>
    (await admin.post("events.list", { type })).body.events.map((event: { type: string }) => event.type);
  expect(await typesOf("chats.chat.archived,*.*.created")).toEqual(["chats.chat.created", "chats.chat.archived"]);
  expect((await admin.post("events.list", { type: "chats.**," })).status).toBe(400);
  await stop();
});
