import { afterEach, describe, expect, it, onTestFinished } from "vitest";
import { person } from "../plugins/channels/servers/irc-person.ts";
import { startNgircd } from "../plugins/channels/servers/ngircd.ts";
import { has } from "../run/programs.ts";
import { until } from "../run/until.ts";
import { newUser } from "../surfaces/postern.ts";
import { expectServedSession } from "../surfaces/session.ts";
import { example, newFolder, type Running, start } from "./run.ts";

let running: Running | undefined;
afterEach(() => running?.kill("SIGKILL"));

describe.each([
  ["JavaScript", process.execPath, "agent.js"],
  ["Python", "python3", "agent.py"],
])("the bare agent in %s", (_, program, file) => {
  it("answers with a key that may do nothing else", async () => {
    const user = newUser();
    await user.run("init");
    const { url } = await user.serve();
    await user.json("agents", "create", "main");
    const { chat } = await user.json("chats", "create", "Tea", "--agentId", "main");
    const { key } = await user.json("context", "derive", "bare agent", "agents:turns@main");
    running = start([example("bare-agents", file)], newFolder(), { POSTERN_URL: url, POSTERN_TOKEN: key }, program);
    await user.json("chats", "messages", "create", chat.id, "Is the kettle on?", "--actorId", "ann");
    await running.until(/Answered turn_/);
    await until(async () => {
      const { messages } = await user.json("chats", "messages", "list", chat.id);
      expect(messages.map(({ actorId, content }: Message) => `${actorId}: ${content.text}`)).toEqual([
        "ann: Is the kettle on?",
        "main: IS THE KETTLE ON?",
      ]);
    });
  });
});

interface Message {
  readonly actorId: string;
  readonly content: { readonly text: string };
}

it("the example of a model shows what happens", async () => {
  running = start([example("model", "server.js")], newFolder());
  const [, port = ""] = /:(\d+)\//.exec(await running.until(/\/v1\n/)) ?? [];
  await expectServedSession("examples/model/README.md", "Let it answer a chat", { swaps: { "11434": port } });
});

it.skipIf(!has("ngircd"))("the example of a model answers on IRC (needs ngircd)", async () => {
  running = start([example("model", "server.js")], newFolder());
  const [, port = ""] = /:(\d+)\//.exec(await running.until(/\/v1\n/)) ?? [];
  const irc = await startNgircd();
  onTestFinished(() => irc.stop());
  await expectServedSession("examples/model/README.md", "On IRC", {
    swaps: { "11434": port, "6667": String(irc.port) },
    /** What the page asks a person to do. */
    async act(comment) {
      expect(comment).toBe("# ada joins #help with an IRC client, and writes: task: Buy tea");
      const ada = await person(irc.port, "ada", { channels: ["#help"] });
      ada.say("#help", "task: Buy tea");
      await ada.hears(/I created the task "Buy tea"\./);
    },
  });
});

it("the example of a coding agent shows how it answers a chat", () => {
  const demo = { command: process.execPath, args: [example("coding-agent", "agent.js")] };
  const config = { plugins: { agentx: { agents: { demo } } } };
  return expectServedSession("examples/coding-agent/README.md", "Let it answer a chat", { config });
});
