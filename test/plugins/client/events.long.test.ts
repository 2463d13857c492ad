import { createClient, type GatewayEvent, PosternError } from "@postern/client";
import type { Api } from "@postern/client/plugins";
import memory from "@postern/storage-memory";
import { describe, expect, it } from "vitest";
import { trimJournal } from "../../core/fixtures/trim.ts";
import { type plugins, serveGateway } from "./run/gateway.ts";
import { type Interference, serveProxy } from "./run/proxy.ts";

const MESSAGES = { types: ["chats.message.created"] as const };

/** A gateway behind a proxy, with a chat, and a function that sends so many messages. */
async function talking(options: object = {}) {
  const served = await serveGateway(["*"], options);
  const proxy = await serveProxy(served.url, () => undefined);
  const client = createClient<Api<typeof plugins>>({ url: proxy.url, key: served.key, retry: { firstDelayMs: 1 } });
  const { chat } = await served.client.chats.create({});
  let sent = 0;
  async function say(count: number, more = ""): Promise<void> {
    const messages = Array.from({ length: count }, () => {
      const id = String(sent++);
      return { actorId: "me", clientMessageId: id, content: id + more };
    });
    for (let at = 0; at < count; at += 100)
      await served.gateway.call("chats.messages.create-many", {
        chatId: chat.id,
        messages: messages.slice(at, at + 100),
      });
  }
  return { ...served, proxy, client, chat, say };
}

/** Cuts the first connections after so many bytes, which is often within an event. */
function cutAfter(limit: number, count: number): Interference {
  let connections = 0;
  return (_, answer) => {
    if (connections++ >= count) return;
    let left = limit;
    const write = answer.write.bind(answer) as (bytes: Buffer) => boolean;
    answer.write = ((bytes: Buffer) => {
      const isLast = bytes.length >= left;
      const isWritten = write(bytes.subarray(0, left));
      left -= bytes.length;
      if (isLast) setTimeout(() => answer.destroy(), 10);
      return isWritten && !isLast;
    }) as typeof answer.write;
  };
}

const textOf = (event: GatewayEvent): string =>
  (event.data as { message: { content: { text: string } } }).message.content.text;

describe("events", () => {
  it("arrive once and in order, however often the connection is cut", async () => {
    const { say, url, key } = await talking();
    const [total, cuts] = [10_000, 10];
    const proxy = await serveProxy(url, cutAfter(200_001, cuts));
    const client = createClient<Api<typeof plugins>>({ url: proxy.url, key });
    await say(total / 2);
    const later = say(total / 2);
    const seen: string[] = [];
    let reconnects = 0;
    for await (const event of client.events({ ...MESSAGES, after: "0.0", onReconnect: () => void reconnects++ })) {
      if (event.type !== "gap") seen.push(textOf(event as GatewayEvent));
      if (seen.length === total) break;
    }
    await later;
    expect([reconnects, proxy.requests()]).toEqual([cuts, cuts + 1]);
    expect(seen).toEqual(Array.from({ length: total }, (_, at) => String(at)));
  });

  it("are not lost if the connection is cut before the first one", async () => {
    const { client, proxy, say } = await talking();
    const control = new AbortController();
    const events = client.events({ ...MESSAGES, signal: control.signal });
    const first = events.next();
    await expect.poll(() => proxy.requests()).toBe(1);
    // The opening has arrived when a new event would.
    await new Promise((resolve) => setTimeout(resolve, 200));
    proxy.cut();
    await say(1);
    const { value } = await first;
    expect(textOf(value as GatewayEvent)).toBe("0");
    control.abort();
    expect(await events.next()).toEqual({ done: true, value: undefined });
  });

  it("continue after the checkpoint of the last used event", async () => {
    const { client, say } = await talking();
    await say(5);
    let cursor = "0.0";
    const read = async (count: number) => {
      const seen: string[] = [];
      const checkpoint = async (reached: string) => {
        cursor = reached;
      };
      for await (const event of client.events({ ...MESSAGES, after: cursor, checkpoint })) {
        seen.push(textOf(event as GatewayEvent));
        if (seen.length === count) break;
      }
      return seen;
    };
    expect(await read(3)).toEqual(["0", "1", "2"]);
    // The loop was left while it used the third one.
    expect(await read(3)).toEqual(["2", "3", "4"]);
  });

  it("of several types and globs arrive, and no others", async () => {
    const { client, chat, say } = await talking();
    await say(1);
    await client.chats.update({ chatId: chat.id, title: "New" });
    await client.agents.create({ id: "main" });
    const types = ["chats.chat.*", "agents.agent.created"];
    const seen: string[] = [];
    for await (const event of client.events({ types, after: "0.0" })) {
      seen.push(event.type);
      if (event.type === "agents.agent.created") break;
    }
    expect(seen).toEqual(["chats.chat.created", "chats.chat.updated", "agents.agent.created"]);
  });

  it("wait for a consumer that is busy", async () => {
    const { client, proxy, say } = await talking();
    const total = 8_000;
    await say(total, "x".repeat(4_000));
    const events = client.events({ after: "0.0" });
    for (let count = 0; count < 3; count++) await events.next();
    const passed = async () => {
      const before = proxy.bytes();
      await new Promise((resolve) => setTimeout(resolve, 200));
      return proxy.bytes() - before;
    };
    await expect.poll(passed).toBe(0);
    // Only what the buffers of the connections hold, which differs between systems.
    const held = proxy.bytes();
    for (let count = 3; count < total; count++) await events.next();
    expect(proxy.bytes()).toBeGreaterThan(4 * held);
    await events.return();
  });

  it("end with the error if the key is not accepted", async () => {
    const { url } = await serveGateway();
    const client = createClient<Api<typeof plugins>>({ url, key: "rctx_none" });
    await expect(client.events().next()).rejects.toMatchObject({ code: "gateway.unauthenticated", status: 401 });
  });

  it("end with the error if a cursor is invalid", async () => {
    const { client } = await serveGateway();
    await expect(client.events({ after: "x" }).next()).rejects.toBeInstanceOf(PosternError);
  });

  it("are followed again after the gateway is silent for too long", async () => {
    const { client } = await talking();
    const control = new AbortController();
    let reason: PosternError | undefined;
    const onReconnect = (error: PosternError) => {
      reason = error;
      control.abort();
    };
    const events = client.events({ ...MESSAGES, idleMs: 100, onReconnect, signal: control.signal });
    expect(await events.next()).toEqual({ done: true, value: undefined });
    expect(reason).toMatchObject({ code: "client.network", detail: expect.stringContaining("100 ms") });
  });

  it("report a gap as a value", async () => {
    const storage = memory();
    const { client, say } = await talking({ storage });
    await say(1);
    const { events } = await client.events.list({ type: "chats.message.*" });
    const after = events[0]?.id ?? "";
    for (let count = 0; count < 50; count++) await say(1, "tea ".repeat(25_000));
    await trimJournal(storage, { bytes: 1 });
    const following = client.events({ ...MESSAGES, after });
    expect((await following.next()).value).toEqual({ type: "gap", after, first: expect.stringMatching(/^\d+\.\d+$/) });
    expect((await following.next()).value).toMatchObject({ type: "chats.message.created" });
    await following.return();
  });
});
