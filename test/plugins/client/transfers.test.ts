import { createClient } from "@postern/client";
import type { Api } from "@postern/client/plugins";
import { describe, expect, it } from "vitest";
import { type plugins, serveGateway } from "./run/gateway.ts";
import { serveProxy } from "./run/proxy.ts";

const LINE = "Initech,12\n";

/** So many lines, in chunks of an odd size. */
function linesOf(rows: number): { stream: ReadableStream<Uint8Array>; read: () => number } {
  const bytes = new TextEncoder().encode(LINE.repeat(rows));
  let at = 0;
  const stream = new ReadableStream<Uint8Array>(
    {
      pull(control) {
        if (at >= bytes.length) return control.close();
        control.enqueue(bytes.subarray(at, at + 99_991));
        at += 99_991;
      },
    },
    { highWaterMark: 0 },
  );
  return { stream, read: () => at };
}

async function withBase() {
  const served = await serveGateway();
  await served.client.bases.create({ name: "Leads", slug: "leads" });
  return served;
}

describe("an upload", () => {
  it("sends a stream in parts, which an import uses in order", async () => {
    const { client } = await withBase();
    const lines = Array.from({ length: 2_000 }, (_, at) => `${at},${"x".repeat(1_000)}\n`);
    const source = new Blob([`number,text\n${lines.join("")}`]).stream();
    const parts = await client.bases.imports.upload.from(source, { base: "leads" });
    expect(parts).toHaveLength(2);
    const input = { base: "leads", format: "csv", parts, createProperties: true } as const;
    const { import: id = "", good } = await client.bases.rows.import(input, { execute: true });
    expect(good).toBe(2_000);
    await expect
      .poll(async () => (await client.bases.imports.show({ import: id })).import)
      .toMatchObject({
        ...{ state: "done", rows: 2_000 },
      });
  });

  it("has the same parts from text, bytes, a blob and an iterable", async () => {
    const { client } = await withBase();
    const bytes = new TextEncoder().encode(LINE);
    const iterable = (async function* () {
      yield bytes.subarray(0, 3);
      yield bytes.subarray(3);
    })();
    const names = [];
    for (const source of [LINE, bytes, new Blob([bytes]), iterable])
      names.push(await client.bases.imports.upload.from(source, { base: "leads" }));
    expect(new Set(names.flat()).size).toBe(1);
    expect(await client.bases.imports.upload.from("", { base: "leads" })).toEqual([]);
  });

  it("reads its source only as fast as the gateway accepts the parts", async () => {
    const { url, key } = await withBase();
    let pass = () => {};
    const proxy = await serveProxy(url, (_, __, onward) => {
      pass = onward;
      return true;
    });
    const client = createClient<Api<typeof plugins>>({ url: proxy.url, key });
    const { stream, read } = linesOf(600_000);
    const uploading = client.bases.imports.upload.from(stream, { base: "leads" });
    await expect.poll(() => proxy.requests()).toBe(1);
    await new Promise((resolve) => setTimeout(resolve, 100));
    expect(read()).toBeLessThan(4.5 * 2 ** 20);
    const passing = setInterval(() => {
      const next = pass;
      pass = () => {};
      next();
    }, 10);
    await uploading.finally(() => clearInterval(passing));
    expect(read()).toBeGreaterThan(6_000_000);
  });
});

describe("a raw request", () => {
  it("streams a response that is not of an operation", async () => {
    const { client } = await serveGateway();
    await client.chats.create({});
    const control = new AbortController();
    const { headers, body } = await client.request("/api/v1/events/stream?after=0.0", { signal: control.signal });
    expect(headers.get("content-type")).toBe("text/event-stream");
    const reader = body?.getReader();
    expect(new TextDecoder().decode((await reader?.read())?.value)).toMatch(/^retry: /);
    control.abort(new Error("enough"));
    await expect(
      (async () => {
        for (;;) await reader?.read();
      })(),
    ).rejects.toThrow();
  });

  it("throws what a gateway refuses", async () => {
    const { client } = await serveGateway();
    await expect(client.request("/api/v1/nothing")).rejects.toMatchObject({ status: 404 });
    await expect(client.request("//evil.example/" as "/")).rejects.toMatchObject({ status: 404 });
    await expect(client.request("evil" as "/")).rejects.toThrow('A path starts with "/"');
  });
});
