import { type ClaimedTurn, createClient, PosternError, type WorkOptions } from "@postern/client";
import type { Api } from "@postern/client/plugins";
import { describe, expect, it, onTestFinished } from "vitest";
import { type plugins, serveGateway } from "./run/gateway.ts";
import { serveProxy } from "./run/proxy.ts";

/** A gateway with the agent `main`, a chat of it, and functions to write and read messages. */
async function withAgent() {
  const served = await serveGateway();
  const { client } = served;
  await client.agents.create({ id: "main", debounceMs: 0 });
  const newChat = async () => (await client.chats.create({ agentId: "main" })).chat.id;
  let sent = 0;
  const ask = (chatId: string, content: string) =>
    client.chats.messages.create({ actorId: "me", chatId, clientMessageId: `ask.${sent++}`, content });
  const said = async (chatId: string) =>
    (await client.chats.messages.list({ chatId })).messages
      .filter(({ actorId }) => actorId === "main")
      .map(({ content }) => content?.text);
  const turns = async () => (await client.agents.turns.list()).turns;
  return { ...served, newChat, ask, said, turns };
}

/** Starts to work until the test ends, or `stop` is called. */
function start(work: (options: WorkOptions) => Promise<void>, options: WorkOptions = {}) {
  const control = new AbortController();
  const ended = work({ ...options, signal: control.signal });
  ended.catch(() => {});
  const stop = () => {
    control.abort();
    return ended;
  };
  onTestFinished(() => stop().catch(() => {}));
  return { stop, ended };
}

const textOf = ({ messages }: ClaimedTurn) => messages.map(({ content }) => content.text).join(" ");

describe("a worker", () => {
  it("answers turns with what its handler returns", async () => {
    const { client, newChat, ask, said, turns } = await withAgent();
    const chat = await newChat();
    start((options) => client.agents.turns.work("main", async (turn) => `You said ${textOf(turn)}`, options));
    await ask(chat, "tea");
    await expect.poll(() => said(chat)).toEqual(["You said tea"]);
    await ask(chat, "more tea");
    await expect.poll(() => said(chat)).toContain("You said more tea");
    expect((await turns()).every(({ status }) => status === "answered")).toBe(true);
  });

  it("ends a turn without a message if the handler returns nothing", async () => {
    const { client, newChat, ask, said, turns } = await withAgent();
    const chat = await newChat();
    start((options) => client.agents.turns.work("main", () => {}, options));
    await ask(chat, "tea");
    await expect.poll(async () => (await turns())[0]?.status).toBe("answered");
    expect(await said(chat)).toEqual([]);
  });

  it("shows drafts and sends messages before the answer", async () => {
    const { client, newChat, ask, said } = await withAgent();
    const chat = await newChat();
    const drafts = async () => (await client.chats.drafts.list({ chatId: chat })).drafts.map(({ text }) => text);
    let finish = () => {};
    const finished = new Promise<void>((resolve) => {
      finish = resolve;
    });
    start((options) =>
      client.agents.turns.work(
        "main",
        async (_, { draft, say }) => {
          await say("One moment");
          for (const text of ["T", "Te", "Tea"]) draft(text);
          await finished;
          return "Tea is ready";
        },
        options,
      ),
    );
    await ask(chat, "tea?");
    await expect.poll(drafts).toEqual(["Tea"]);
    expect(await said(chat)).toEqual(["One moment"]);
    finish();
    await expect.poll(async () => (await said(chat)).sort()).toEqual(["One moment", "Tea is ready"]);
    expect(await drafts()).toEqual([]);
  });

  it("fails a turn with the reason its handler throws, and removes its draft", async () => {
    const { client, newChat, ask, turns } = await withAgent();
    const chat = await newChat();
    const errors: unknown[] = [];
    start(
      (options) =>
        client.agents.turns.work(
          "main",
          async (_, { draft }) => {
            draft("Te");
            await expect.poll(async () => (await client.chats.drafts.list({ chatId: chat })).total).toBe(1);
            throw new Error("The model is overloaded");
          },
          options,
        ),
      { onError: (error, turn) => errors.push([(error as Error).message, turn?.attempt]) },
    );
    await ask(chat, "tea");
    await expect
      .poll(async () => (await turns())[0])
      .toMatchObject({ status: "failed", reason: "The model is overloaded" });
    expect(errors).toEqual([["The model is overloaded", 1]]);
    expect((await client.chats.drafts.list({ chatId: chat })).total).toBe(0);
  });

  it("tries a failed turn again after a delay that it chooses", async () => {
    const { client, newChat, ask, said } = await withAgent();
    const chat = await newChat();
    start(
      (options) =>
        client.agents.turns.work(
          "main",
          async ({ attempt }) => {
            if (attempt < 3) throw new Error("busy");
            return `Attempt ${attempt}`;
          },
          options,
        ),
      { retryInMs: (_, { attempt }) => attempt },
    );
    await ask(chat, "tea");
    await expect.poll(() => said(chat)).toEqual(["Attempt 3"]);
  });

  it("keeps its claim while the handler works longer than the lease", async () => {
    const { client, newChat, ask, said, turns } = await withAgent();
    const chat = await newChat();
    start(
      (options) =>
        client.agents.turns.work(
          "main",
          async (_, { signal }) => {
            await new Promise((resolve) => setTimeout(resolve, 2_500));
            return signal.aborted ? "lost" : "kept";
          },
          options,
        ),
      { leaseMs: 1_000 },
    );
    await ask(chat, "tea");
    await expect.poll(() => said(chat)).toEqual(["kept"]);
    expect((await turns())[0]?.attempts).toBe(1);
  });

  it("aborts the signal of its handler when the claim is lost", async () => {
    const { client, newChat, ask, turns } = await withAgent();
    const chat = await newChat();
    let lost: unknown;
    start(
      (options) =>
        client.agents.turns.work(
          "main",
          async (turn, { signal }) => {
            await client.agents.turns.cancel({ turn: turn.id });
            await new Promise((resolve) => signal.addEventListener("abort", resolve));
            lost = signal.reason;
            return "too late";
          },
          options,
        ),
      { leaseMs: 1_000 },
    );
    await ask(chat, "tea");
    await expect.poll(() => lost).toBeInstanceOf(PosternError);
    expect(lost).toMatchObject({ code: "agents.claim_lost" });
    expect((await turns())[0]?.status).not.toBe("answered");
  });

  it("works on several chats at the same time, and on each in order", async () => {
    const { client, newChat, ask, said } = await withAgent();
    const chats = [await newChat(), await newChat(), await newChat()];
    let running = 0;
    let most = 0;
    start(
      (options) =>
        client.agents.turns.work(
          "main",
          async (turn) => {
            most = Math.max(most, ++running);
            await new Promise((resolve) => setTimeout(resolve, 300));
            running--;
            return textOf(turn);
          },
          options,
        ),
      { concurrency: 3 },
    );
    for (const chat of chats) await ask(chat, "tea");
    for (const chat of chats) await expect.poll(() => said(chat)).toEqual(["tea"]);
    expect(most).toBe(3);
  });

  it("finishes its running turns after its signal aborts", async () => {
    const { client, newChat, ask, said } = await withAgent();
    const chat = await newChat();
    let begin = () => {};
    const begun = new Promise<void>((resolve) => {
      begin = resolve;
    });
    const { stop } = start((options) =>
      client.agents.turns.work(
        "main",
        async () => {
          begin();
          await new Promise((resolve) => setTimeout(resolve, 200));
          return "done";
        },
        options,
      ),
    );
    await ask(chat, "tea");
    await begun;
    await stop();
    expect(await said(chat)).toEqual(["done"]);
  });

  it("continues after the gateway could not be reached", async () => {
    const { key, url, newChat, ask, said } = await withAgent();
    const chat = await newChat();
    const proxy = await serveProxy(url, () => undefined);
    const client = createClient<Api<typeof plugins>>({ url: proxy.url, key, retry: { attempts: 1 } });
    const errors: unknown[] = [];
    start((options) => client.agents.turns.work("main", () => "back", options), {
      onError: (error) => errors.push(error),
    });
    await expect.poll(() => proxy.requests()).toBe(1);
    proxy.cut();
    await ask(chat, "tea");
    await expect.poll(() => said(chat)).toEqual(["back"]);
    expect(errors).toMatchObject([{ code: "client.network" }]);
  });

  it("rejects if the gateway does not let it work", async () => {
    const { client } = await withAgent();
    const nobody = client.agents.turns.work("nobody", () => "", { concurrency: 2 });
    await expect(nobody).rejects.toMatchObject({ code: "agents.agent_not_found" });
  });
});
