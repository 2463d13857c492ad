import { describe, expect, it } from "vitest";
import { until } from "../../run/until.ts";
import { openFixture } from "./fixture.ts";

const MINUTE = 60_000;

async function opened() {
  const fixture = await openFixture();
  await fixture.agent("main");
  const claim = async (body: object = {}) => (await fixture.post("agents.turns.claim", body)).turn;
  const list = async (body: object = {}) => (await fixture.post("agents.turns.list", body)).turns;
  const messages = async (chatId: string) =>
    (await fixture.post("chats.messages.list", { chatId })).messages.map(
      ({ actorId, content }: { actorId: string; content: { text: string } }) => `${actorId}: ${content.text}`,
    );
  return {
    ...fixture,
    claim,
    list,
    messages,
    /** A ready turn of one message in a new chat. */
    async ask(text = "Hello") {
      const chatId = await fixture.chat();
      const seen = fixture.turns.length;
      await fixture.say(chatId, text);
      await fixture.sees(seen + 1);
      return chatId;
    },
    refused: (id: string, body: object) => fixture.admin.post(id, body),
  };
}

describe("a turn", () => {
  it("is ready, claimed and answered, with one message in its chat", async () => {
    const { ask, claim, list, post, messages, events } = await opened();
    const chatId = await ask();
    expect(await list()).toMatchObject([{ agentId: "main", chatId, status: "ready", messages: 1, attempts: 0 }]);
    const turn = await claim();
    expect(turn).toMatchObject({ agentId: "main", chatId, attempt: 1, messages: [{ content: { text: "Hello" } }] });
    expect(events[0]?.data).toMatchObject({ turnId: turn.id });
    expect(await claim()).toBeNull();
    expect(await list({ status: "claimed" })).toMatchObject([
      { id: turn.id, claimedBy: expect.stringMatching(/^ctx_/) },
    ]);
    const answer = { turn: turn.id, claim: turn.claim, content: "Hi Ann" };
    const answered = await post("agents.turns.answer", answer);
    expect(answered).toMatchObject({ turnId: turn.id, disposition: "created" });
    expect(await messages(chatId)).toEqual(["ann: Hello", "main: Hi Ann"]);
    const { messageIds, ...shown } = (await post("agents.turns.show", { turn: turn.id })).turn;
    expect(shown).toMatchObject({ status: "answered", messageId: answered.messageId });
    expect(messageIds).toEqual([turn.messages[0].id]);
    expect(shown).not.toHaveProperty("claim");
    expect(shown).not.toHaveProperty("leaseEndsAt");
  });

  it("is answered once, however often the answer is sent", async () => {
    const { ask, claim, post, refused, messages } = await opened();
    const chatId = await ask();
    const { id: turn, claim: held } = await claim();
    const answer = { turn, claim: held, content: "Hi" };
    const [first, ...others] = await Promise.all([1, 2, 3, 4].map(() => post("agents.turns.answer", answer)));
    expect(new Set([first, ...others].map(({ messageId }) => messageId)).size).toBe(1);
    expect(await post("agents.turns.answer", answer)).toMatchObject({ disposition: "duplicate" });
    expect((await refused("agents.turns.answer", { ...answer, content: "Hello" })).body.code).toBe(
      "agents.turn_answered",
    );
    expect(await messages(chatId)).toEqual(["ann: Hello", "main: Hi"]);
  });

  it("can end without a message", async () => {
    const { ask, claim, post, list, messages } = await opened();
    const chatId = await ask();
    const { id: turn, claim: held } = await claim();
    expect(await post("agents.turns.answer", { turn, claim: held })).toEqual({ turnId: turn, disposition: "created" });
    expect(await list()).toMatchObject([{ status: "answered" }]);
    expect(await messages(chatId)).toEqual(["ann: Hello"]);
  });

  it("is answered by a message of an agent that claims no turns", async () => {
    const { ask, say, list, claim } = await opened();
    const chatId = await ask();
    await say(chatId, "Hi", "main");
    await until(async () => expect(await list()).toMatchObject([{ status: "answered", chatId }]));
    expect(await claim()).toBeNull();
  });

  it("is not answered by a message while another turn is claimed, nor by that turn's answer", async () => {
    const { ask, say, sees, list, claim, post, idle } = await opened();
    const chatId = await ask("one");
    await say(chatId, "two");
    await sees(2);
    const { id: turn, claim: held } = await claim();
    const said = { chatId, actorId: "main", clientMessageId: `say.${turn}.1`, content: "A moment" };
    await post("chats.messages.create", said);
    await post("agents.turns.answer", { turn, claim: held, content: "Done" });
    await idle();
    expect(await list({ agent: "main" })).toMatchObject([{ status: "ready" }, { status: "answered" }]);
    expect(await claim()).toMatchObject({ messages: [{ content: { text: "two" } }] });
  });
});

describe("turns of one chat", () => {
  it("are answered in order, one at a time, while turns of other chats are answered too", async () => {
    const { ask, say, sees, claim, post } = await opened();
    const one = await ask("1");
    await say(one, "2");
    await sees(2);
    const other = await ask("a");
    const [first, second, none] = [await claim(), await claim(), await claim()];
    expect([first.chatId, second.chatId, none]).toEqual([one, other, null]);
    await post("agents.turns.answer", { turn: first.id, claim: first.claim, content: "." });
    expect(await claim()).toMatchObject({ chatId: one, messages: [{ content: { text: "2" } }] });
  });

  it("wait for one that is tried again later, and a retried one comes first", async () => {
    const { ask, say, sees, claim, post, advance, list } = await opened();
    const chatId = await ask("1");
    await say(chatId, "2");
    await sees(2);
    const first = await claim();
    const later = { turn: first.id, claim: first.claim, reason: "overloaded", retryInMs: String(10 * MINUTE) };
    expect(await post("agents.turns.fail", later)).toMatchObject({ status: "ready" });
    expect(await claim()).toBeNull();
    expect(await list()).toMatchObject([{ status: "ready" }, { id: first.id, reason: "overloaded" }]);
    await advance(11 * MINUTE);
    const again = await claim();
    expect(again).toMatchObject({ id: first.id, attempt: 2 });
    const failed = { turn: again.id, claim: again.claim, reason: "no credit" };
    expect(await post("agents.turns.fail", failed)).toMatchObject({ status: "failed" });
    expect(await post("agents.turns.retry", { turn: first.id })).toMatchObject({ turn: { status: "ready" } });
    expect(await claim()).toMatchObject({ id: first.id, attempt: 1 });
  });
});

describe("a turn that waits for its next attempt", () => {
  it("can be retried at once", async () => {
    const { ask, claim, post } = await opened();
    await ask();
    const { id: turn, claim: held } = await claim();
    await post("agents.turns.fail", { turn, claim: held, reason: "overloaded", retryInMs: String(10 * MINUTE) });
    expect(await claim()).toBeNull();
    expect(await post("agents.turns.retry", { turn })).toMatchObject({ turn: { status: "ready" } });
    expect(await claim()).toMatchObject({ id: turn, attempt: 1 });
  });
});

describe("a claim", () => {
  it("goes back when its lease ends, and its answer is then refused", async () => {
    const { ask, claim, post, refused, advance, messages } = await opened();
    const chatId = await ask();
    const lost = await claim({ leaseMs: "60000" });
    await advance(MINUTE + 1);
    await until(async () => expect(await claim()).toMatchObject({ id: lost.id, attempt: 2 }));
    const late = await refused("agents.turns.answer", { turn: lost.id, claim: lost.claim, content: "Late" });
    expect(late).toMatchObject({ status: 409, body: { code: "agents.claim_lost" } });
    expect(await messages(chatId)).toEqual(["ann: Hello"]);
    expect((await post("agents.show", { id: "main" })).agent.unanswered).toMatchObject({ ready: 0, claimed: 1 });
  });

  it("is kept as long as it is extended", async () => {
    const { ask, claim, post, advance, idle } = await opened();
    await ask();
    const { id: turn, claim: held, leaseEndsAt } = await claim({ leaseMs: "60000" });
    await advance(50_000);
    const extended = await post("agents.turns.extend", { turn, claim: held });
    expect(extended.leaseEndsAt).toBeGreaterThanOrEqual(leaseEndsAt + 50_000);
    await advance(50_000);
    await idle();
    expect(await post("agents.turns.answer", { turn, claim: held, content: "Hi" })).toMatchObject({
      disposition: "created",
    });
  });

  it("that ends six times without an answer makes the turn fail", async () => {
    const { ask, claim, advance, list, gateway } = await opened();
    await ask();
    const failures: unknown[] = [];
    gateway.on("*" as never, ({ type, data }: { type: string; data: unknown }) => {
      if (type === "agents.turn.failed") failures.push(data);
    });
    for (let attempt = 1; attempt <= 6; attempt++) {
      await until(async () => expect(await claim()).toMatchObject({ attempt }));
      await advance(MINUTE + 1);
    }
    const reason = "The claim ended without an answer";
    await until(async () => expect(await list()).toMatchObject([{ status: "failed", reason, attempts: 6 }]));
    expect(failures).toMatchObject([{ agentId: "main", attempts: 6, reason }]);
  });

  it("waits for a turn, and is answered at once when there is one", async () => {
    const { claim, chat, say } = await opened();
    const waiting = [claim({ agent: "main", waitMs: "25000" }), claim({ waitMs: "25000" })];
    const [left, right] = [await chat(), await chat()];
    await say(left, "a");
    await say(right, "b");
    const turns = await Promise.all(waiting);
    expect(turns.map((turn) => turn.chatId).sort()).toEqual([left, right].sort());
    const began = performance.now();
    expect(await claim({ waitMs: "300" })).toBeNull();
    expect(performance.now() - began).toBeGreaterThanOrEqual(290);
  });

  it("reaches the agents that its key names, and no other", async () => {
    const { agent, ask, chat, say, sees, client, post, claim } = await opened();
    await agent("other");
    await ask();
    await say(await chat("other"), "x");
    await sees(2);
    const narrow = await client(["agents:turns@other"]);
    const { turn } = await post("agents.turns.claim", {}, narrow);
    expect(turn.agentId).toBe("other");
    expect((await post("agents.turns.claim", {}, narrow)).turn).toBeNull();
    expect(await narrow.post("agents.turns.claim", { agent: "main" })).toMatchObject({ status: 403 });
    const { id, claim: held } = await claim();
    const foreign = await narrow.post("agents.turns.answer", { turn: id, claim: held, content: "x" });
    expect(foreign).toMatchObject({ status: 404, body: { code: "agents.turn_not_found" } });
    expect(await post("agents.turns.answer", { turn: turn.id, claim: turn.claim, content: "y" }, narrow)).toMatchObject(
      {
        disposition: "created",
      },
    );
  });

  it("is not made for an archived agent", async () => {
    const { ask, post, refused, claim } = await opened();
    await ask();
    await post("agents.archive", { id: "main" });
    expect(await claim()).toBeNull();
    expect((await refused("agents.turns.claim", { agent: "main" })).body.code).toBe("agents.agent_archived");
    await post("agents.unarchive", { id: "main" });
    expect(await claim()).not.toBeNull();
  });
});

describe("a turn that nobody answers", () => {
  it("expires after a day, and can be retried", async () => {
    const { ask, advance, list, post, claim } = await opened();
    await ask();
    await advance(24 * 60 * MINUTE + 1);
    await until(async () => expect(await list()).toMatchObject([{ status: "expired" }]));
    const [{ id }] = await list();
    await post("agents.turns.retry", { turn: id });
    expect(await claim()).toMatchObject({ id, messages: [{ content: { text: "Hello" } }] });
  });

  it("can be canceled, also while it is claimed, and then takes no answer", async () => {
    const { ask, claim, post, refused, list } = await opened();
    await ask();
    const { id: turn, claim: held } = await claim();
    expect(await post("agents.turns.cancel", { turn })).toMatchObject({ turn: { status: "discarded" } });
    expect((await refused("agents.turns.answer", { turn, claim: held, content: "x" })).body.code).toBe(
      "agents.claim_lost",
    );
    expect((await refused("agents.turns.cancel", { turn })).body.code).toBe("agents.turn_ended");
    expect((await refused("agents.turns.retry", { turn })).body.code).toBe("agents.turn_not_retryable");
    expect(await list({ status: "discarded" })).toHaveLength(1);
  });

  it("is discarded with the others of its agent", async () => {
    const { ask, post, list } = await opened();
    await ask();
    await ask();
    const plan = await post("agents.turns.discard", { id: "main" });
    expect(plan).toMatchObject({ plan: { messages: 2 } });
    expect(await post("agents.turns.discard", { id: "main", execute: true })).toEqual({ messages: 2, more: false });
    expect(await list({ status: "ready" })).toEqual([]);
  });

  it("is deleted after the time for which finished turns are kept", async () => {
    const { ask, say, advance, list } = await opened();
    await say(await ask(), "Hi", "main");
    await until(async () => expect(await list()).toMatchObject([{ status: "answered" }]));
    await advance(31 * 24 * 60 * MINUTE);
    await until(async () => expect(await list()).toEqual([]));
  });
});
