import agents, { turnReady } from "@postern/agents";
import chats from "@postern/chats";
import { testGateway } from "@postern/core/testing";
import service from "@postern/service";
import { expect, it, onTestFinished } from "vitest";
import { until } from "../../run/until.ts";

const MINUTE = 60_000;

async function started() {
  const plugins = [service(), agents(), chats()];
  const { admin, gateway, stop, advance } = await testGateway({ plugins });
  onTestFinished(stop);
  const post = async (id: string, body: object = {}) => {
    const reply = await admin.post(id, body);
    expect(reply).toMatchObject({ status: 200 });
    return reply.body;
  };
  await post("agents.create", { id: "main" });
  const { chat } = await post("chats.create", { agentId: "main" });
  let said = 0;
  const say = (actorId: string) =>
    post("chats.messages.create", { chatId: chat.id, content: "x", actorId, clientMessageId: `${++said}` });
  let turns = 0;
  gateway.on(turnReady, () => void turns++);
  return {
    chatId: chat.id as string,
    post,
    say,
    /** A message for the agent, whose turn is delivered. */
    async ask() {
      await say("ann");
      await until(() => expect(turns).toBe(1));
    },
    advance,
    problems: async () => (await post("service.status")).problems as object[],
  };
}

it("reports turns without an answer after ten minutes, until the agent answers", async () => {
  const { ask, say, advance, problems, chatId } = await started();
  await ask();
  expect(await problems()).toEqual([]);
  await advance(11 * MINUTE);
  const problem = {
    check: "agents.turns_unanswered",
    severity: "warning",
    message: expect.stringMatching(/^1 turn is unanswered, the oldest by main since 20/),
    fix: `postern chats messages list --chatId ${chatId}`,
  };
  expect(await problems()).toEqual([problem]);
  await say("main");
  await until(async () => expect(await problems()).toEqual([]));
});

it("no longer reports a turn that has expired after a day", async () => {
  const { ask, advance, problems } = await started();
  await ask();
  await advance(11 * MINUTE);
  expect(await problems()).toHaveLength(1);
  await advance(24 * 60 * MINUTE);
  await until(async () => expect(await problems()).toEqual([]));
});

it("reports failed turns with their last reason and the command that retries one", async () => {
  const { ask, post, problems } = await started();
  await ask();
  const { turn } = await post("agents.turns.claim");
  await post("agents.turns.fail", { turn: turn.id, claim: turn.claim, reason: "The model has no credit" });
  expect(await problems()).toEqual([
    {
      check: "agents.turns_failed",
      severity: "warning",
      message: "1 turn has failed, the last one of main: The model has no credit",
      fix: `postern agents turns retry ${turn.id}`,
    },
  ]);
  await post("agents.turns.retry", { turn: turn.id });
  expect(await problems()).toEqual([]);
});
