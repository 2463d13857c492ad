import { createClient, PosternError } from "@postern/client";
import type { Api } from "@postern/client/plugins";
import { describe, expect, it } from "vitest";
import { type plugins, serveGateway } from "./run/gateway.ts";
import { type Interference, serveProxy } from "./run/proxy.ts";

const FAST = { firstDelayMs: 1, longestDelayMs: 50 };

/** A client whose requests pass through a proxy. */
async function through(interfere: Interference, options: object = {}) {
  const { url, key, gateway, client: direct } = await serveGateway();
  const proxy = await serveProxy(url, interfere);
  const client = createClient<Api<typeof plugins>>({ url: proxy.url, key, retry: FAST, ...options });
  return { client, direct, proxy, gateway };
}

/** Interferes with the first requests only. */
function first(count: number, interfere: Interference): Interference {
  let seen = 0;
  return (...args) => {
    if (seen++ >= count) return undefined;
    interfere(...args);
    return true;
  };
}

const answer503 = (headers: Record<string, string> = {}): Interference =>
  first(2, (_, answer) => answer.writeHead(503, headers).end("not ready"));

describe("a command", () => {
  it("runs once if its response is lost", async () => {
    const { client, direct, proxy } = await through(
      first(2, (_, answer, pass) => {
        // The gateway answers, and the connection ends before the answer arrives.
        answer.writeHead = () => answer.destroy() as never;
        pass();
      }),
    );
    const { chat } = await client.chats.create({ title: "Once" });
    expect((await direct.chats.list()).chats.map(({ id }) => id)).toEqual([chat.id]);
    expect([proxy.requests(), new Set(proxy.keys).size]).toEqual([3, 1]);
  });

  it("is repeated if the gateway cannot be reached", async () => {
    const { client, proxy } = await through(first(3, (incoming) => incoming.destroy()));
    await client.chats.create({});
    expect(proxy.requests()).toBe(4);
  });

  it("has another idempotency key than the command before", async () => {
    const { client, proxy } = await through(() => undefined);
    await client.chats.create({});
    await client.chats.create({});
    await client.chats.create({}, { idempotencyKey: "mine" });
    expect(new Set(proxy.keys).size).toBe(3);
    expect(proxy.keys[2]).toBe("mine");
  });
});

describe("a request", () => {
  it("fails after the last attempt, with the reason", async () => {
    const { client, proxy } = await through((incoming) => incoming.destroy(), { retry: { ...FAST, attempts: 3 } });
    await expect(client.chats.list()).rejects.toMatchObject({ code: "client.network", status: 0 });
    expect(proxy.requests()).toBe(3);
  });

  it("fails when its total time is over", async () => {
    const retry = { attempts: 1_000, firstDelayMs: 20, longestDelayMs: 20, totalMs: 200 };
    const { client, proxy } = await through((incoming) => incoming.destroy(), { retry });
    const start = performance.now();
    await expect(client.chats.list()).rejects.toBeInstanceOf(PosternError);
    expect(performance.now() - start).toBeLessThan(2_000);
    // Some of its attempts were left; how many fit into the time depends on the machine.
    expect(proxy.requests()).toBeLessThan(retry.attempts);
  });

  it("waits as long as Retry-After asks, in seconds", async () => {
    const { client } = await through(answer503({ "retry-after": "1" }), { retry: { ...FAST, longestDelayMs: 300 } });
    const start = performance.now();
    await client.chats.list();
    expect(performance.now() - start).toBeGreaterThan(550);
  });

  it("waits until the date in Retry-After", async () => {
    const date = new Date(Date.now() + 3_000).toUTCString();
    const { client } = await through(answer503({ "retry-after": date }), { retry: { ...FAST, longestDelayMs: 300 } });
    const start = performance.now();
    await client.chats.list();
    expect(performance.now() - start).toBeGreaterThan(550);
  });

  it("is repeated after 429 and after the errors of a proxy", async () => {
    const statuses = [429, 502, 504];
    const { client, proxy } = await through((_, answer) => {
      const status = statuses.shift();
      return status && answer.writeHead(status).end();
    });
    await client.chats.list();
    expect(proxy.requests()).toBe(4);
  });

  it("is not repeated after an error that would come again", async () => {
    const { client, proxy } = await through(() => undefined);
    await expect(client.chats.list({ limit: 0 })).rejects.toMatchObject({ status: 400 });
    await expect(client.chats.show({ chatId: `chat_${"0".repeat(24)}` })).rejects.toMatchObject({ status: 404 });
    expect(proxy.requests()).toBe(2);
  });

  it("is never repeated with `retry: false`", async () => {
    const { client, proxy } = await through((incoming) => incoming.destroy(), { retry: false });
    await expect(client.chats.list()).rejects.toMatchObject({ code: "client.network" });
    expect(proxy.requests()).toBe(1);
  });

  it("that gets no answer in time is repeated", async () => {
    const { client, proxy } = await through(
      first(1, () => {}),
      { timeoutMs: 200 },
    );
    await client.chats.list();
    expect(proxy.requests()).toBe(2);
    await expect(client.chats.list({}, { timeoutMs: 1, retry: false })).rejects.toMatchObject({
      code: "client.timeout",
    });
  });

  it("ends at once when its signal aborts, while it waits and between attempts", async () => {
    const { client } = await through(() => true, { retry: { firstDelayMs: 60_000, longestDelayMs: 60_000 } });
    const start = performance.now();
    await expect(client.chats.list({}, { signal: AbortSignal.timeout(50) })).rejects.toThrow("timeout");
    const { client: refused } = await through((incoming) => incoming.destroy(), {
      retry: { firstDelayMs: 60_000, longestDelayMs: 60_000 },
    });
    await expect(refused.chats.list({}, { signal: AbortSignal.timeout(50) })).rejects.toThrow("timeout");
    expect(performance.now() - start).toBeLessThan(5_000);
    const aborted = AbortSignal.abort(new Error("too late"));
    await expect(client.chats.list({}, { signal: aborted })).rejects.toThrow("too late");
  });

  it("does not follow redirects, which could take the key elsewhere", async () => {
    const { client, proxy } = await through((_, answer) =>
      answer.writeHead(307, { location: "http://127.0.0.1:1/" }).end(),
    );
    await expect(client.chats.list()).rejects.toMatchObject({ code: "client.invalid_answer", status: 307 });
    expect(proxy.requests()).toBe(1);
  });

  it("reports an answer that is not from a gateway", async () => {
    const { client } = await through((_, answer) => answer.writeHead(200).end("<html>"));
    await expect(client.chats.list()).rejects.toMatchObject({ code: "client.invalid_answer" });
    const { client: other } = await through((_, answer) => answer.writeHead(404).end("<html>Not found"));
    await expect(other.chats.list()).rejects.toMatchObject({ status: 404, detail: expect.stringContaining("<html>") });
  });
});
