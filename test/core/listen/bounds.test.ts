import { type Listening, listen } from "@postern/core/server";
import { afterEach, describe, expect, it } from "vitest";
import { createGate } from "../../run/gate.ts";
import { echo, exchange, open, parse, post, problem } from "./wire.ts";

const doors: Listening[] = [];
async function start(...args: Parameters<typeof listen>): Promise<Listening> {
  const door = await listen(args[0], { port: 0, ...args[1] });
  doors.push(door);
  return door;
}
afterEach(async () => {
  await Promise.all(doors.splice(0).map((door) => door.close({ grace: 0 })));
});

const eventStream = { "content-type": "text/event-stream" };
const half = (port: number) => post(port, "abc").replace("Content-Length: 3", "Content-Length: 100");
const ask = async (port: number) => parse(await exchange(port, post(port, "abc", "Connection: close")));

describe("slow clients", () => {
  const limits = { headerTimeout: 600, bodyTimeout: 1_200, idleTimeout: 300 };

  /** Sends a byte every 50 ms while the other side listens. */
  async function trickle(port: number, start: string): Promise<{ text: string; took: number }> {
    const began = performance.now();
    const client = open(port, start);
    const drip = setInterval(() => client.socket.write("a"), 50);
    const text = await client.closed();
    clearInterval(drip);
    return { text, took: performance.now() - began };
  }

  it("have until the header timeout for their headers", async () => {
    const { port } = await start(echo(), { limits });
    const slow = await trickle(port, "POST /x HTTP/1.1\r\nX: ");
    expect(problem(slow.text)).toMatchObject({ status: 408, code: "gateway.request_timeout" });
    expect(slow.took).toBeLessThan(5_000);
  });

  it("have until the body timeout for their body, however slowly it arrives", async () => {
    const { port } = await start(echo(), { limits });
    const slow = await trickle(port, half(port).replace("100", "999"));
    expect(problem(slow.text)).toMatchObject({ status: 408, code: "gateway.request_timeout" });
    expect(slow.took).toBeGreaterThan(700);
    expect(slow.took).toBeLessThan(5_000);
  });

  it("are disconnected if they send nothing, before a request or after one", async () => {
    const { port } = await start(echo(), { limits });
    // An answer without a request could be taken for the answer to the next one.
    expect(await open(port).closed()).toBe("");
    expect(parse(await open(port, post(port, "abc")).closed()).status).toBe(200);
  });

  it("do not block a normal request, with 500 of each kind", async () => {
    const { port } = await start(echo());
    const starts = ["", "POST /x HTTP/1.1\r\nX: ", half(port)];
    const slow = starts.flatMap((bytes) => Array.from({ length: 500 }, () => open(port, bytes)));
    await Promise.all(slow.map(({ connected }) => connected));
    expect(await ask(port)).toMatchObject({ status: 200, body: '{"length":3}' });
    for (const { socket } of slow) socket.destroy();
  });

  it("are disconnected if they never read their answers", async () => {
    const page = new Uint8Array(64 * 1024 * 1024);
    const { port, server } = await start(
      echo(() => new Response(page)),
      { limits },
    );
    const client = open(port, post(port));
    client.socket.pause();
    const count = () => new Promise<number>((resolve) => server.getConnections((_error, n) => resolve(n)));
    await expect.poll(count).toBe(1);
    await expect.poll(count).toBe(0);
    client.socket.destroy();
  });

  it("keep a connection with a request in progress, even if no data is sent", async () => {
    const work = createGate();
    const gateway = echo(async () => {
      await work.opened;
      return new Response("done");
    });
    const { port } = await start(gateway, { limits: { ...limits, bodyTimeout: 400, headerTimeout: 400 } });
    const client = open(port, post(port, "abc"));
    await client.connected;
    // A later connection has reached the limit, so the limits of this one have passed.
    expect(problem((await trickle(port, "POST /x HTTP/1.1\r\nX: ")).text).status).toBe(408);
    work.open();
    expect(await client.until("done")).toMatch(/^HTTP\/1\.1 200/);
  });
});

describe("more connections than the limit", () => {
  it("silently close the longest idle one that was answered before", async () => {
    const { port } = await start(echo(), { limits: { connections: 2 } });
    const first = open(port, post(port, "a"));
    await first.until('{"length":1}');
    const second = open(port, post(port, "ab"));
    await second.until('{"length":2}');
    expect((await ask(port)).status).toBe(200);
    expect((await first.closed()).match(/HTTP\/1\.1 \d{3}/g)).toHaveLength(1);
    expect(second.isClosed()).toBe(false);
  });

  it("answer a silent one that there is no room", async () => {
    const { port } = await start(echo(), { limits: { connections: 1 } });
    const silent = open(port);
    await silent.connected;
    expect((await ask(port)).status).toBe(200);
    const refused = problem(await silent.closed());
    expect(refused).toMatchObject({ status: 503, code: "gateway.unavailable", media: "application/problem+json" });
    expect(refused.headers).toMatchObject({ "retry-after": "1", connection: "close" });
  });

  it("are served despite many times as many idle sockets", async () => {
    const { port, server } = await start(echo(), { limits: { connections: 40 } });
    const idle = Array.from({ length: 400 }, () => open(port));
    await Promise.all(idle.map(({ connected }) => connected));
    expect((await ask(port)).status).toBe(200);
    const count = await new Promise<number>((resolve) => server.getConnections((_error, n) => resolve(n)));
    expect(count).toBeLessThanOrEqual(40);
    for (const { socket } of idle) socket.destroy();
  });

  it("are answered 503 while every place is busy, and served when one is free", async () => {
    const work = createGate();
    const gateway = echo(async () => {
      await work.opened;
      return new Response("done");
    });
    const { port } = await start(gateway, { limits: { connections: 3 } });
    const busy = [1, 2, 3].map(() => open(port, post(port)));
    await expect.poll(() => gateway.seen.length).toBe(3);
    const refused = problem(await exchange(port, post(port, "abc")));
    expect(refused).toMatchObject({ status: 503, code: "gateway.unavailable" });
    expect(refused.headers).toMatchObject({ "retry-after": "1", connection: "close" });
    work.open();
    await Promise.all(busy.map((client) => client.until("done")));
    expect((await ask(port)).status).toBe(200);
  });

  it("answer silent new ones too, and do not accumulate them", async () => {
    const work = createGate();
    const gateway = echo(async () => {
      await work.opened;
      return new Response("done");
    });
    const { port, server } = await start(gateway, { limits: { connections: 1 } });
    const busy = open(port, post(port));
    await expect.poll(() => gateway.seen.length).toBe(1);
    const newcomers = Array.from({ length: 300 }, () => open(port));
    const answers = await Promise.all(newcomers.slice(0, 100).map((client) => client.closed()));
    expect(answers.map((text) => problem(text).status)).toEqual(Array(100).fill(503));
    const count = await new Promise<number>((resolve) => server.getConnections((_error, n) => resolve(n)));
    expect(count).toBeLessThanOrEqual(130);
    work.open();
    await busy.until("done");
    for (const { socket } of newcomers) socket.destroy();
  });
});

describe("more requests in progress than the limit", () => {
  it("are answered 503, and open streams do not count", async () => {
    const work = createGate();
    const gateway = echo(async (request) => {
      if (request.method === "GET") return new Response(new ReadableStream(), { headers: eventStream });
      await work.opened;
      return new Response("done");
    });
    const { port, url } = await start(gateway, { limits: { concurrency: 2 } });
    const streams = await Promise.all([1, 2, 3].map(() => fetch(url)));
    const busy = [1, 2].map(() => open(port, post(port)));
    await expect.poll(() => gateway.seen.length).toBe(5);
    const refused = problem(await exchange(port, post(port, "abc", "X-Request-Id: mine", "Connection: close")));
    expect(refused).toMatchObject({ status: 503, code: "gateway.unavailable", requestId: "mine" });
    expect(refused.headers["retry-after"]).toBe("1");
    work.open();
    await Promise.all(busy.map((client) => client.until("done")));
    expect((await ask(port)).status).toBe(200);
    await Promise.all(streams.map((stream) => stream.body?.cancel()));
  });

  it("free their place if the gateway throws or the client disconnects", async () => {
    const gateway = echo(async (request) => {
      if (request.headers.has("x-throw")) throw new Error("no");
      return new Response(await request.text());
    });
    const { port } = await start(gateway, { limits: { concurrency: 1 } });
    for (let n = 0; n < 3; n++)
      expect(problem(await exchange(port, post(port, "", "X-Throw: 1", "Connection: close"))).status).toBe(500);
    const leaver = open(port, half(port));
    await expect.poll(() => gateway.seen.length).toBe(4);
    leaver.socket.destroy();
    await expect.poll(async () => (await ask(port)).status).toBe(200);
  });
});
