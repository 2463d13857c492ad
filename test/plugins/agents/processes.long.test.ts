import agents from "@postern/agents";
import chats from "@postern/chats";
import { testGateway } from "@postern/core/testing";
import lmdb from "@postern/storage-lmdb";
import { describe, expect, it } from "vitest";
import { bellsPlugin } from "../../core/fixtures/bells.ts";
import { folder } from "../../storage-drivers/folder.ts";
import { start } from "../../storage-drivers/processes/spawn.ts";
import type { Turn } from "./fixture.ts";

const server = new URL("./processes/server.mjs", import.meta.url).href;
const FOREVER = 1_000_000;

/** A gateway without workers that writes messages and checks the results. */
async function openDesk(path: string, debounceMs: number, rooms: number) {
  const bells = bellsPlugin();
  const plugins = [agents(), chats(), bells.plugin()] as const;
  const { gateway, stop } = await testGateway({ plugins, storage: lmdb({ path }), background: false });
  await gateway.call("agents.create", { id: "main", debounceMs: String(debounceMs) });
  const chatIds: string[] = [];
  for (let n = 0; n < rooms; n++)
    chatIds.push((await gateway.call("chats.create", { agentId: "main" })).chat.id as string);
  const said: string[] = [];
  return {
    gateway,
    chatIds,
    said,
    stop,
    /** Sends one message to each chat. */
    async say() {
      const sent = chatIds.map((chatId) =>
        gateway.call("chats.messages.create", {
          chatId,
          actorId: "ann",
          clientMessageId: `m${said.length}-${chatId}`,
          content: "x",
        }),
      );
      for (const { messageId } of await Promise.all(sent)) said.push(messageId);
    },
    async turns(): Promise<Turn[]> {
      const turns: Turn[] = [];
      let after: string | undefined;
      for (;;) {
        const passage = await bells.journal().read({
          ...(after !== undefined && { after }),
          accept: ({ type }) => type === "agents.turn.ready",
        });
        turns.push(...passage.events.map(({ data }) => data as Turn));
        after = passage.cursor;
        if (!passage.more) return turns;
      }
    },
  };
}

/** Checks that each message is in one turn, and the messages of a chat are in order. */
function expectEachOnce(turns: readonly Turn[], said: readonly string[]): void {
  const ids = turns.flatMap(({ messages }) => messages.map(({ id }) => id));
  expect(ids.toSorted()).toEqual(said.toSorted());
  for (const chatId of new Set(turns.map((turn) => turn.chatId))) {
    const own = turns.filter((turn) => turn.chatId === chatId).flatMap(({ messages }) => messages.map(({ id }) => id));
    expect(own).toEqual(own.toSorted());
  }
}

describe("a serving process", () => {
  it.each([0, 40])(
    "with a debounce time of %i ms loses and repeats no message when killed at any step",
    async (debounceMs) => {
      let step = 1;
      for (let done = false; !done; step++) {
        const path = folder();
        const desk = await openDesk(path, debounceMs, 2);
        for (let n = 0; n < 15; n++) await desk.say();
        const doomed = start(server, path, desk.said.length, step);
        done = (await doomed.ended) === 0;
        if (!done) expect(await start(server, path, desk.said.length).ended, `step ${step}`).toBe(0);
        expectEachOnce(await desk.turns(), desk.said);
        const { agent } = await desk.gateway.call("agents.show", { id: "main" });
        expect(agent.waiting, `step ${step}`).toEqual({ messages: 0, chats: 0 });
        await desk.stop();
      }
      expect(step).toBeGreaterThan(debounceMs === 0 ? 8 : 9);
    },
  );

  it("loses no message when killed repeatedly before delivery", async () => {
    const path = folder();
    const desk = await openDesk(path, 120, 3);
    for (let round = 0; round < 8; round++) {
      const doomed = start(server, path, FOREVER);
      await doomed.waitForLines(1);
      for (let n = 0; n < 3; n++) await desk.say();
      // The load: each process is killed at another moment.
      await new Promise((resolve) => setTimeout(resolve, 30 * round));
      await desk.say();
      doomed.kill();
      await doomed.ended;
    }
    expect(await start(server, path, desk.said.length).ended).toBe(0);
    expectEachOnce(await desk.turns(), desk.said);
    await desk.stop();
  });
});

describe("several processes on one store", () => {
  it("deliver each message once", async () => {
    const path = folder();
    // Longer than a busy machine needs to write to all chats twice, so that messages are collected.
    const desk = await openDesk(path, 1_000, 40);
    const servers = Array.from({ length: 2 }, () => start(server, path, 40 * 10));
    await Promise.all(servers.map((one) => one.waitForLines(1)));
    for (let n = 0; n < 10; n++) {
      await desk.say();
      // The load: messages come in bursts.
      if (n % 4 === 3) await new Promise((resolve) => setTimeout(resolve, 100));
    }
    expect(await Promise.all(servers.map(({ ended }) => ended))).toEqual([0, 0]);
    const turns = await desk.turns();
    expectEachOnce(turns, desk.said);
    expect(turns.length).toBeLessThan(desk.said.length);
    await desk.stop();
  });
});
