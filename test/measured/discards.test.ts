import { join } from "node:path";
import chats from "@postern/chats";
import { testGateway } from "@postern/core/testing";
import hooks from "@postern/hooks";
import lmdb from "@postern/storage-lmdb";
import { expect, it, onTestFinished } from "vitest";
import { newFolder } from "../plugins/tasks/profiles-fixture.ts";
import { untilThereAre } from "../run/until.ts";
import { longestPause } from "./pause.ts";

/** Milliseconds for which a call may hold the event loop. */
const PAUSE = 100;
/** So many deliveries, discarded in one go, would hold it for 0.2 seconds. */
const COUNT = 5_000;

it("a webhook with thousands of waiting deliveries is disabled and removed while others are served", async () => {
  const storage = lmdb({ path: join(newFolder(), "store") });
  const { gateway, admin, stop } = await testGateway({ plugins: [chats(), hooks()], storage });
  onTestFinished(stop);
  const post = async (operation: string, input: object) => (await admin.post(operation, input)).body;
  const { hook } = await post("hooks.create", { url: "https://hooks.invalid/", types: ["chats.**"] });
  const { chat } = await post("chats.create", { title: "Tea" });
  for (let at = 0; at < COUNT; at += 500) {
    const messages = Array.from({ length: 500 }, (_, n) => ({
      ...{ actorId: "ann", clientMessageId: `m${at + n}`, content: "Is the tea ready?" },
    }));
    await post("chats.messages.create-many", { chatId: chat.id, messages });
  }
  // Nobody has this name, so the deliveries wait.
  await untilThereAre(COUNT, async () => (await post("hooks.deliveries.list", { limit: "1" })).total);
  const call = (operation: string) => gateway.call(operation as never, { id: hook.id } as never, { execute: true });
  expect(await longestPause(PAUSE, () => call("hooks.disable"), 1)).toBeLessThan(PAUSE);
  expect(await longestPause(PAUSE, () => call("hooks.remove"), 1)).toBeLessThan(PAUSE);
});
