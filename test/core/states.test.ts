import { mkdtempSync, rmSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createGateway, defineGroup, definePlugin, defineRoute } from "@postern/core";
import { toNodeHandler } from "@postern/core/server";
import { createClient } from "@postern/core/testing";
import memory from "@postern/storage-memory";
import files from "unstorage/drivers/fs-lite";
import plain from "unstorage/drivers/memory";
import nothing from "unstorage/drivers/null";
import { describe, expect, it, onTestFinished } from "vitest";
import { notes, notesPlugin } from "./fixtures/notes.ts";

const group = defineGroup("streams", { title: "Streams" });
/** A stream that immediately sends the number of its start, and ends with it. */
const live = defineRoute(group, {
  method: "GET",
  path: "/streams/live",
  summary: "Follow",
  scope: "open",
  produces: "text/event-stream",
  async handle(_request, { host }) {
    await host.store.count(notes);
    let end = () => {};
    const body = new ReadableStream({
      start(controller) {
        controller.enqueue(new TextEncoder().encode("data: here\n\n"));
        end = () => controller.close();
        host.signal.addEventListener("abort", end, { once: true });
      },
      cancel: () => host.signal.removeEventListener("abort", end),
    });
    return new Response(body, { headers: { "content-type": "text/event-stream" } });
  },
});
const streams = definePlugin(group, { version: "1.0.0", operations: [], routes: [live] });

const health = (gateway: { fetch(request: Request): Promise<Response> }) =>
  gateway.fetch(new Request("http://localhost/health"));
/** An in-memory driver whose opening fails or waits as the test requires. */
function faulty() {
  const inner = plain();
  const on = { fails: true, held: Promise.resolve() };
  const storage = {
    ...inner,
    name: "memory",
    dispose: () => {},
    async getKeys(base: string, options: object) {
      await on.held;
      if (on.fails) throw new Error("no luck");
      return inner.getKeys(base, options as never);
    },
  };
  return { storage, on };
}

describe("a gateway that was not started", () => {
  it("is started by its first call, which others wait for too", async () => {
    const gateway = createGateway({ plugins: [notesPlugin()] });
    expect(gateway.state).toBe("stopped");
    const answers = await Promise.all(Array.from({ length: 5 }, () => gateway.call("notes.page", {})));
    expect(answers.every(({ notes }) => notes.length === 0)).toBe(true);
    expect(gateway.state).toBe("running");
    await gateway.stop();
  });

  it("is started again by the next request if its start failed, even by /health", async () => {
    const { storage, on } = faulty();
    const gateway = createGateway({ plugins: [notesPlugin(), streams()], storage });
    onTestFinished(() => gateway.stop());
    const first = await health(gateway);
    expect([first.status, ((await first.json()) as { code: string }).code]).toEqual([503, "gateway.unavailable"]);
    expect(gateway.state).toBe("failed");
    on.fails = false;
    expect((await health(gateway)).status).toBe(200);
    expect(gateway.state).toBe("running");
  });
});

describe("a stopped gateway", () => {
  it("stays stopped: a valid key gets 503 with the state, not 401", async () => {
    const gateway = createGateway({ plugins: [notesPlugin()], storage: plain() });
    const { key } = await gateway.keys.issue({ label: "test", scopes: ["*"] });
    const client = createClient(gateway.fetch, key);
    expect((await client.post("notes.page")).status).toBe(200);
    await gateway.stop();
    for (const reply of [await client.post("notes.page"), await client.send("/health"), await client.send("/nowhere")])
      expect(reply).toMatchObject({ status: 503, body: { code: "gateway.unavailable", state: "stopped" } });
    await expect(gateway.call("notes.page", {})).rejects.toMatchObject({ data: { state: "stopped" } });
    await expect(gateway.keys.callerOf("ctx_1")).rejects.toMatchObject({ code: "gateway.unavailable" });
    expect(gateway.state).toBe("stopped");
  });

  it("serves its routes from the new store after it is started again", async () => {
    const gateway = createGateway({ plugins: [streams()], storage: memory() });
    for (let round = 0; round < 2; round++) {
      await gateway.start();
      const stream = await gateway.fetch(new Request("http://localhost/streams/live"));
      expect(stream.status).toBe(200);
      const text = stream.text();
      await gateway.stop();
      expect(await text).toBe("data: here\n\n");
    }
  });
});

describe("start", () => {
  it("rejects if the store keeps nothing, and calls answer 503 with the state", async () => {
    const gateway = createGateway({ plugins: [notesPlugin()], storage: nothing(), blobs: "memory" });
    await expect(gateway.start()).rejects.toMatchObject({ code: "STORE_UNAVAILABLE" });
    const reply = await health(gateway);
    expect([reply.status, await reply.json()]).toMatchObject([503, { state: "failed" }]);
    await gateway.stop();
    expect(gateway.state).toBe("stopped");
  });

  it("that failed releases its lease, so that the next start succeeds", async () => {
    const base = mkdtempSync(join(tmpdir(), "postern-"));
    onTestFinished(() => rmSync(base, { recursive: true }));
    const disk = files({ base });
    let fails = true;
    const storage = {
      ...disk,
      getKeys: (from: string, options: object) => {
        if (fails) throw new Error("no luck");
        return disk.getKeys(from, options as never);
      },
    };
    const gateway = createGateway({ plugins: [notesPlugin()], storage, blobs: "memory" });
    await expect(gateway.start()).rejects.toThrow("no luck");
    fails = false;
    const began = performance.now();
    await gateway.start();
    expect(performance.now() - began).toBeLessThan(5_000);
    await gateway.call("notes.add", { text: "tea" });
    await gateway.stop();
  });

  it("that is interrupted by stop rejects and leaves nothing open", async () => {
    const { storage, on } = faulty();
    on.fails = false;
    let go = () => {};
    on.held = new Promise<void>((resolve) => {
      go = resolve;
    });
    const gateway = createGateway({ plugins: [notesPlugin()], storage });
    const starting = gateway.start().catch((error: unknown) => error);
    await expect.poll(() => gateway.state).toBe("starting");
    await expect(gateway.call("notes.page", {})).rejects.toMatchObject({ data: { state: "starting" } });
    const stopping = gateway.stop();
    expect(gateway.state).toBe("stopping");
    await expect(gateway.call("notes.page", {})).rejects.toMatchObject({ data: { state: "stopping" } });
    const again = gateway.start();
    go();
    expect(await starting).toMatchObject({ code: "gateway.unavailable" });
    await stopping;
    await again;
    expect((await gateway.call("notes.page", {})).notes).toEqual([]);
    await gateway.stop();
  });
});

it("server.close() before stop() completes, even with an open stream", async () => {
  const gateway = createGateway({ plugins: [streams()] });
  await gateway.start();
  const server = createServer(toNodeHandler(gateway));
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  const stream = await fetch(`http://127.0.0.1:${port}/streams/live`);
  const closed = new Promise<void>((resolve) => server.close(() => resolve()));
  expect(await stream.text()).toBe("data: here\n\n");
  await closed;
  await gateway.stop();
});
