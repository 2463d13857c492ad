import agents from "@postern/agents";
import chats from "@postern/chats";
import { testGateway } from "@postern/core/testing";
import responders from "@postern/responders";
import lmdb from "@postern/storage-lmdb";
import { expect, it } from "vitest";
import { folder } from "../../storage-drivers/folder.ts";
import { start } from "../../storage-drivers/processes/spawn.ts";
import { openModelServer, says } from "./model-server.ts";

const server = new URL("./processes/server.mjs", import.meta.url).href;
const HOUR = 60 * 60_000;

/** A store in which a person has written to an agent, and a look at the chat. */
async function openDesk(path: string, baseURL: string) {
  const plugins = [agents(), chats(), responders()] as const;
  const { gateway, stop } = await testGateway({ plugins, storage: lmdb({ path }), background: false });
  await gateway.call("agents.create", { id: "main" });
  const config = { baseURL, model: "small" };
  await gateway.call("responders.create", { id: "bot", kind: "openai", agents: ["main"], config });
  const { chat } = await gateway.call("chats.create", { agentId: "main" });
  await gateway.call("chats.messages.create", {
    chatId: chat.id,
    actorId: "ann",
    clientMessageId: "m1",
    content: "Hello",
  });
  return {
    stop,
    chatId: chat.id,
    texts: async () =>
      (await gateway.call("chats.messages.list", { chatId: chat.id })).messages.map(
        ({ actorId, content }) => `${actorId}: ${(content as { text?: string }).text}`,
      ),
  };
}

it("a person gets one answer, wherever the gateway is killed while a model answers", async () => {
  const model = await openModelServer(says(["It is ", "on."]));
  let step = 1;
  for (let done = false; !done; step++) {
    const path = folder();
    const desk = await openDesk(path, model.baseURL);
    done = (await start(server, path, desk.chatId, 2, 0, step).ended) === 0;
    if (!done) expect(await start(server, path, desk.chatId, 2, HOUR).ended, `step ${step}`).toBe(0);
    expect(await desk.texts(), `step ${step}`).toEqual(["ann: Hello", "main: It is on."]);
    await desk.stop();
  }
  expect(step).toBeGreaterThan(8);
});

it("a person gets one answer if the gateway is killed while the model writes", async () => {
  const path = folder();
  let isWriting = () => {};
  const began = new Promise<void>((resolve) => (isWriting = resolve));
  const model = await openModelServer(async (asked, response) => {
    if (model.asked.length > 1) return says(["It is on."])(asked, response);
    response.writeHead(200, { "content-type": "text/event-stream" }).flushHeaders();
    isWriting();
  });
  const desk = await openDesk(path, model.baseURL);
  const doomed = start(server, path, desk.chatId, 2);
  await began;
  doomed.kill();
  await doomed.ended;
  expect(await start(server, path, desk.chatId, 2, HOUR).ended).toBe(0);
  expect(await desk.texts()).toEqual(["ann: Hello", "main: It is on."]);
  await desk.stop();
});
