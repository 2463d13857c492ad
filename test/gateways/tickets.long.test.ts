import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import chats from "@postern/chats";
import context from "@postern/context";
import events from "@postern/events";
import projects from "@postern/projects";
import widgets from "@postern/widgets";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { has } from "../run/programs.ts";
import { type Cluster, startCluster } from "../storage-drivers/postgres/cluster.ts";
import { openPair, type Side } from "./pair.ts";

let cluster: Cluster;
beforeAll(async () => {
  cluster = await startCluster();
});
afterAll(() => cluster.stop());

/** The clock of the second gateway can be ahead of the first one. */
const opened = (ahead = 0) =>
  openPair(
    cluster,
    ({ workspace }) => [chats(), context(), events(), projects(), widgets({ workspace })],
    (at) => (ahead === 0 ? {} : { now: () => Date.now() + at * ahead }),
  );

/** The status of a request without a key. A stream is closed at once. */
async function look({ gateway }: Side, path: string): Promise<number> {
  const response = await gateway.fetch(new Request(`http://localhost${path}`));
  await response.body?.cancel();
  return response.status;
}

const streamPath = (ticket: string) => `/api/v1/events/stream?ticket=${ticket}`;

describe.skipIf(!has("postgresql"))("a ticket for a stream of events", () => {
  it("made at one gateway opens a stream at the other", async () => {
    const [a, b] = await opened();
    const { ticket } = await a.post("events.ticket", {});
    expect(await look(b, streamPath(ticket))).toBe(200);
    expect(await look(a, streamPath(ticket))).toBe(401);
  });

  it("opens a stream at a gateway whose clock is behind by seconds, not by a minute", async () => {
    for (const [ahead, status] of [
      [3_000, 200],
      [60_000, 401],
    ] as const) {
      const [a, b] = await opened(ahead);
      expect(await look(a, streamPath((await b.post("events.ticket", {})).ticket))).toBe(status);
    }
  });

  it("opens one stream if both gateways are asked at the same time", async () => {
    const [a, b] = await opened();
    for (let round = 0; round < 5; round++) {
      const { ticket } = await a.post("events.ticket", {});
      const found = await Promise.all([a, b, b, a].map((side) => look(side, streamPath(ticket))));
      expect(found.sort()).toEqual([200, 401, 401, 401]);
    }
  });
});

describe.skipIf(!has("postgresql"))("a link to a widget", () => {
  it("made at one gateway opens the widget at the other", async () => {
    const [a, b] = await opened();
    mkdirSync(join(a.host.workspace, "hello"));
    const page = '<!doctype html>\n<html lang="en"><head><title>Hello</title></head><body>Hello</body></html>\n';
    writeFileSync(join(a.host.workspace, "hello", "widget.html"), page);
    await a.post("widgets.publish", { dir: "hello", execute: true });
    const { path } = await a.post("widgets.link", { ref: "org/hello" });
    expect(await look(b, `${path}widget.html`)).toBe(200);
    expect(await look(b, path.replace("hello", "other"))).toBe(401);
  });

  it("opens it at a gateway whose clock is behind by seconds", async () => {
    const [a, b] = await opened(3_000);
    mkdirSync(join(b.host.workspace, "hello"));
    const page = '<!doctype html>\n<html lang="en"><head><title>Hello</title></head><body>Hello</body></html>\n';
    writeFileSync(join(b.host.workspace, "hello", "widget.html"), page);
    await b.post("widgets.publish", { dir: "hello", execute: true });
    const { path } = await b.post("widgets.link", { ref: "org/hello" });
    expect(await look(a, `${path}widget.html`)).toBe(200);
  });

  it("is made at one gateway of files that were uploaded in parts to both", async () => {
    const [a, b] = await opened();
    const page = Buffer.from("<!doctype html>\n<html lang='en'><head><title>Hi</title></head><body>Hi</body></html>\n");
    const parts: string[] = [];
    for (const [at, side] of [a, b].entries()) {
      const half = page.subarray(at * 40, at === 0 ? 40 : undefined).toString("base64");
      parts.push(...(await side.post("widgets.upload", { parts: [half] })).parts);
    }
    const files = [{ path: "widget.html", parts }];
    const planned = await b.post("widgets.publish", { dir: "hello", files }, { "x-dry-run": "true" });
    await a.post("widgets.publish", { dir: "hello", files, execute: true }, { "if-match": `"${planned.digest}"` });
    const { path } = await b.post("widgets.link", { ref: "org/hello" });
    expect(await look(a, `${path}widget.html`)).toBe(200);
  });
});
