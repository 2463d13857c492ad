import agentx from "@postern/agentx";
import memory from "@postern/storage-memory";
import { describe, expect, it } from "vitest";
import { until } from "../../run/until.ts";
import { demo, newFolder } from "../agentx/fixture.ts";
import { openFixture } from "./fixture.ts";

async function opened({ storage = memory(), workspace = newFolder(), sessions = "chat" } = {}) {
  const coder = agentx({ agents: { demo: demo() }, workspace, grace: 5_000 });
  const fixture = await openFixture({ storage, more: [coder] });
  const { responders } = await fixture.post("responders.list");
  if (responders.length === 0)
    await fixture.post("responders.create", {
      id: "coder",
      kind: "acp",
      agents: ["main"],
      config: { agent: "demo", sessions },
    });
  return {
    ...fixture,
    sessions: async (): Promise<{ id: string; title?: string }[]> =>
      (await fixture.post("agentx.sessions.list")).sessions,
    /** How many prompts were sent to the only session. */
    async prompts(): Promise<number> {
      const [{ id }] = (await fixture.post("agentx.sessions.list")).sessions;
      return (await fixture.post("agentx.turns.list", { session: id })).total;
    },
  };
}

describe("a coding agent", () => {
  it("answers each chat in its own session, which continues", async () => {
    const { chat, say, hears, sessions, events } = await opened();
    const [one, two] = [await chat(), await chat()];
    await say(one, "say First answer");
    await hears(one, ["ann: say First answer", "main: First answer"]);
    await say(one, "say Second answer");
    await say(two, "say Other answer");
    await hears(two, ["ann: say Other answer", "main: Other answer"]);
    await until(async () =>
      expect(events.filter(({ type }) => type === "agents.turn.answered").map(({ data }) => data)).toHaveLength(3),
    );
    await hears(one, ["ann: say First answer", "main: First answer", "ann: say Second answer", "main: Second answer"]);
    expect((await sessions()).map(({ title }) => title).sort()).toEqual([`Chat ${one}`, `Chat ${two}`].sort());
  });

  it("answers all chats in one session if it is shared", async () => {
    const { chat, say, hears, sessions } = await opened({ sessions: "shared" });
    const [one, two] = [await chat(), await chat()];
    await say(one, "say One");
    await hears(one, ["ann: say One", "main: One"]);
    await say(two, "say Two");
    await hears(two, ["ann: say Two", "main: Two"]);
    expect(await sessions()).toHaveLength(1);
  });

  it("asks for a permission in the chat, where a reply is not an answer", async () => {
    const { chat, say, texts, post, sessions } = await opened();
    const one = await chat();
    await say(one, "edit notes.txt It works.");
    await until(async () => expect((await texts(one)).at(-1)).toMatch(/I need a permission: .*\nChoices: .*\(allow\)/));
    const [, question = ""] = await texts(one);
    expect(question.match(/I need a permission/g)).toHaveLength(1);
    const [session] = await sessions();
    const [, command = ""] = /Answer with: (.*)$/m.exec(question) ?? [];
    const [, request = ""] = /--request (\S+) --option/.exec(command) ?? [];
    expect(command).toMatch(`postern agentx sessions answer ${session?.id} --request ${request} --option `);
    await say(one, "yes, allow");
    expect((await post("agentx.sessions.show", { session: session?.id })).session.requests).toHaveLength(1);
    await post("agentx.sessions.answer", { session: session?.id, request, option: "allow" });
    await until(async () => expect((await texts(one)).some((text) => /^main: .*notes.txt/.test(text))).toBe(true));
  });

  it("fails the turn if the coding agent fails, with its reason", async () => {
    const { chat, say, ends, post, prompts, sessions } = await opened();
    await say(await chat(), "fail The disk is full");
    const failed = await ends("failed");
    expect(failed?.reason).toMatch(/^The coding agent failed: .*The disk is full/);
    expect(await sessions()).toMatchObject([{ title: expect.any(String) }]);
    await post("agents.turns.retry", { turn: failed?.id });
    await until(async () => expect(await prompts()).toBe(2));
  });

  it("stops when its turn is canceled", async () => {
    const { chat, say, turns, post, sessions } = await opened();
    await say(await chat(), "hang");
    const [session] = await until(async () => {
      const found = await sessions();
      expect((await post("agentx.turns.list", { session: found[0]?.id, state: "running" })).total).toBe(1);
      return found;
    });
    await post("agents.turns.cancel", { turn: (await turns())[0]?.id });
    await until(async () =>
      expect((await post("agentx.turns.list", { session: session?.id, state: "cancelled" })).total).toBe(1),
    );
  });

  it("gives one answer although the gateway restarts while it works", async () => {
    const storage = memory();
    const workspace = newFolder();
    const first = await opened({ storage, workspace });
    const one = await first.chat();
    await first.say(one, "wait 1500\nsay Done");
    await until(async () => expect(await first.sessions()).toHaveLength(1));
    await first.stop();
    const second = await opened({ storage, workspace });
    await second.hears(one, ["ann: wait 1500\nsay Done", "main: Done"]);
    expect(await second.turns()).toMatchObject([{ status: "answered", attempts: 1 }]);
    expect(await second.prompts()).toBe(1);
  });
});
