import { describe, expect, it, onTestFinished } from "vitest";
import { has } from "../../run/programs.ts";
import { until } from "../../run/until.ts";
import { kill, newEnvironment, post } from "./process.ts";
import { person } from "./servers/irc-person.ts";
import { startNgircd } from "./servers/ngircd.ts";

const ROOM = "#help";

/** A gateway, a separate runner, and a person in the room that the adapter has joined. */
async function openRoom() {
  const server = await startNgircd();
  onTestFinished(() => server.stop());
  const env = await newEnvironment();
  let { url, child } = await env.serve();
  const ask = async (id: string, body: object = {}) => {
    const { status, body: answer } = await post(url, env.key, id, body);
    expect({ id, status, answer }).toMatchObject({ status: 200 });
    return answer;
  };
  const config = { host: "127.0.0.1", port: server.port, tls: false, nick: "postern", channels: [ROOM] };
  await ask("channels.adapters.create", { id: "irc", kind: "irc", config });
  const ready = () => env.hasStatus({ health: { status: "ready" }, runner: { adapters: [{ status: "connected" }] } });
  let sent = 0;
  return {
    env,
    ask,
    ready,
    ada: await person(server.port, "ada", { channels: [ROOM] }),
    kill: () => child.kill("SIGKILL"),
    async serve() {
      ({ url, child } = await env.serve());
    },
    /** The texts in the only chat, in order. */
    async texts(): Promise<string[]> {
      const [chat] = (await env.json("chats", "list")).chats;
      if (!chat) return [];
      const { messages } = await env.json("chats", "messages", "list", "--chatId", chat.id, "--limit", "500");
      return messages
        .filter(({ actorId }: { actorId: string }) => actorId !== "main")
        .map(({ content }: { content: { text: string } }) => content.text);
    },
    /** Writes a message like an agent. */
    async answer(text: string) {
      const [chat] = (await ask("chats.list")).chats;
      const said = { chatId: chat.id, actorId: "main", clientMessageId: `m${++sent}`, content: text };
      await ask("chats.messages.create", said);
    },
  };
}

describe.skipIf(!has("ngircd"))("a person on IRC and an agent, through a runner (needs ngircd)", () => {
  it("exchange messages while the gateway or the runner is down, each once", async () => {
    const room = await openRoom();
    const { env, ada } = room;
    await env.change("start");
    await room.ready();
    for (let n = 1; n <= 5; n++) ada.say(ROOM, `question ${n}`);
    await until(async () => expect(await room.texts()).toHaveLength(5));

    room.kill();
    for (let n = 6; n <= 10; n++) ada.say(ROOM, `question ${n}`);
    const all = Array.from({ length: 10 }, (_, n) => `question ${n + 1}`);
    await until(async () => expect(await room.texts()).toEqual(all));
    await room.serve();
    await room.answer("answer 1");
    await ada.hears(/answer 1/);

    await env.change("stop");
    for (let n = 2; n <= 6; n++) await room.answer(`answer ${n}`);
    await env.change("start");
    await room.ready();
    await room.answer("answer 7");
    await until(() => expect(ada.heard("postern")).toContain("answer 7"));
    expect(ada.heard("postern")).toEqual(Array.from({ length: 7 }, (_, n) => `answer ${n + 1}`));
    expect(await room.texts()).toEqual(all);
    await env.change("stop");
  });

  it("see no message twice when the runner is killed, and unknown outcomes are reported", async () => {
    const room = await openRoom();
    const { env, ada } = room;
    await env.change("start");
    await room.ready();
    ada.say(ROOM, "go on");
    await until(async () => expect(await room.texts()).toEqual(["go on"]));
    const expected = Array.from({ length: 12 }, (_, n) => `answer ${n + 1}`);
    const writing = (async () => {
      for (const text of expected) await room.answer(text);
    })();
    for (let round = 1; round <= 3; round++) {
      await until(() => expect(ada.heard("postern").length).toBeGreaterThan(round));
      kill(env.runner());
      await env.hasStatus({ health: { reachable: false } });
      await room.ready();
    }
    await writing;
    const open = async () => (await room.ask("channels.outbox.list", { limit: "500" })).outbox;
    await until(async () => {
      const waiting = (await open()).filter(({ status }: { status: string }) =>
        ["waiting", "running"].includes(status),
      );
      expect(waiting).toEqual([]);
    }, 120_000);
    const heard = ada.heard("postern");
    expect(new Set(heard).size).toBe(heard.length);
    const reported = (await open()).filter(({ status }: { status: string }) => status === "dead");
    for (const { lastError } of reported) expect(lastError).toMatch(/ambiguous/);
    expect(heard.length + reported.length).toBeGreaterThanOrEqual(expected.length);
    expect(expected.filter((text) => !heard.includes(text)).length).toBeLessThanOrEqual(reported.length);
    await env.change("stop");
  });
});
