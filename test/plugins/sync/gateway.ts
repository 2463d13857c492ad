import { mkdtempSync, rmSync } from "node:fs";
import { createServer, connect as dial, type Server, type Socket } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { GatewayEvent, Plugin } from "@postern/core";
import { type Listening, listen } from "@postern/core/server";
import { type Client, testGateway } from "@postern/core/testing";
import credentials from "@postern/credentials";
import service from "@postern/service";
import memory from "@postern/storage-memory";
import sync from "@postern/sync";
import { expect, onTestFinished } from "vitest";
import { until } from "../../run/until.ts";
import { notesPlugin } from "./fixtures/notes.ts";

interface Options {
  readonly storage?: ReturnType<typeof memory>;
  readonly plugins?: readonly Plugin[];
  readonly runner?: boolean;
  readonly background?: boolean;
  readonly timeout?: number;
  /** The address of a proxy to this gateway. */
  readonly wired?: string;
}

/** A gateway with sync, credentials and notes on its own port. */
export async function openSide(options: Options = {}) {
  const {
    storage = memory(),
    plugins = [notesPlugin()],
    runner = true,
    background = true,
    wired,
    timeout = 10_000,
  } = options;
  const folder = mkdtempSync(join(tmpdir(), "postern-sync-"));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const vault = { folder: join(folder, "vault"), keys: join(folder, "keys") };
  const side = await testGateway({
    plugins: [
      service(),
      credentials({ backend: "vault", vault, env: ["SYNC_*"] }),
      sync({ runner, timeout }),
      ...plugins,
    ],
    storage,
    background,
  });
  const door: Listening = await listen(side.gateway, { port: 0, ...(wired && { hosts: [new URL(wired).host] }) });
  let isOpen = true;
  const stop = async () => {
    if (!isOpen) return;
    isOpen = false;
    await door.close({ grace: 200 });
    await side.stop();
  };
  onTestFinished(stop);
  const received: GatewayEvent[] = [];
  for (const { type } of side.gateway.manifest.events)
    side.gateway.on({ type } as never, (event: GatewayEvent) => void received.push(event));
  async function post(id: string, body: object = {}) {
    const reply = await side.admin.post(id, body);
    if (reply.status !== 200) throw new Error(`${id} answers ${reply.status}: ${JSON.stringify(reply.body)}`);
    return reply.body;
  }
  return {
    ...side,
    url: door.url,
    storage,
    received,
    /** Types of the events that sync caused in other groups. */
    bySync: () =>
      received.filter(({ actor, type }) => actor === "plugin_sync" && !/^(sync|gateway|credentials)\./.test(type)),
    post,
    stop,
    enable: (...domains: string[]) => post("sync.enable", domains.length > 0 ? { domains } : {}),
    status: () => post("sync.status"),
    note: (id: string, text: string, more: object = {}) => post("notes.put", { notes: [{ id, text, ...more }] }),
    book: (id: string, title = id) => post("notes.books.put", { id, title }),
    /** All synced records of all groups by name. */
    records: (): Promise<Record<string, unknown>> => recordsOf(side.admin),
    /** Links another gateway, or an address of a proxy to it. */
    async link(other: { client: typeof side.client }, url: string) {
      const { key } = await other.client(["sync:exchange"]);
      await post("credentials.connections.create", { provider: "postern", connection: "other", secret: key });
      return (await post("sync.link", { consoleUrl: url, connection: "other", execute: true })).link;
    },
  };
}
export type Side = Awaited<ReturnType<typeof openSide>>;

/** Returns all changes of a gateway, through the operation that other gateways use. */
async function recordsOf({ post }: Client): Promise<Record<string, unknown>> {
  const { domains } = (await post("sync.domains.list")).body as { domains: { id: string; kinds: string[] }[] };
  const found: Record<string, unknown> = {};
  for (const { id: domain, kinds } of domains) {
    for (const kind of kinds) {
      let cursor: string | undefined;
      for (let more = true; more; ) {
        const from = [{ domain, kind, ...(cursor !== undefined && { cursor }) }];
        const { pages } = (await post("sync.pull", { site: "", from })).body;
        const [page] = pages as { cursor: string; more: boolean; records: { name: string[]; wire?: unknown }[] }[];
        for (const { name, wire } of page?.records ?? []) {
          if (wire === undefined) delete found[`${domain} ${name.join(" ")}`];
          else found[`${domain} ${name.join(" ")}`] = wire;
        }
        cursor = page?.cursor;
        more = page?.more ?? false;
      }
    }
  }
  return found;
}

/** Waits until both gateways have the same number of equal records. */
export const expectEqual = (one: Side, other: Side, count?: number, timeout?: number) =>
  until(async () => {
    const [ours, theirs] = [await one.records(), await other.records()];
    expect(theirs).toEqual(ours);
    if (count !== undefined) expect(Object.keys(ours)).toHaveLength(count);
  }, timeout);

/** Two gateways with notes enabled; `a` is linked to `b`. */
export async function openLinked(options: { a?: Options; b?: Options } = {}) {
  const wire = await openWire();
  const a = await openSide(options.a);
  const b = await openSide({ ...options.b, wired: wire.url });
  wire.leadTo(b.url);
  for (const side of [a, b]) await side.enable();
  await a.link(b, wire.url);
  return { a, b, wire };
}

/** A proxy to a gateway that can interrupt, hold or truncate responses. */
export async function openWire() {
  let port = 0;
  const sockets = new Set<Socket>();
  let state: "whole" | "cut" | "held" = "whole";
  let left = Number.POSITIVE_INFINITY;
  const server: Server = createServer((near) => {
    if (state === "cut") return void near.destroy();
    const far = dial(port, "127.0.0.1");
    for (const one of [near, far]) {
      sockets.add(one);
      one
        .on("error", () => {})
        .on("close", () => {
          sockets.delete(one);
          near.destroy();
          far.destroy();
        });
    }
    near.on("data", (chunk) => state === "held" || far.write(chunk));
    far.on("data", (chunk) => {
      if (state === "held") return;
      const part = chunk.subarray(0, Math.max(0, left));
      left -= chunk.length;
      near.write(part);
      if (left <= 0) near.destroy();
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const drop = () => {
    for (const socket of sockets) socket.destroy();
  };
  onTestFinished(async () => {
    drop();
    await new Promise((resolve) => server.close(resolve));
  });
  const address = server.address() as { port: number };
  return {
    url: `http://127.0.0.1:${address.port}`,
    leadTo(target: string) {
      port = Number(new URL(target).port);
    },
    cut() {
      state = "cut";
      drop();
    },
    hold() {
      state = "held";
    },
    mend() {
      state = "whole";
      left = Number.POSITIVE_INFINITY;
      drop();
    },
    /** Truncates each response after this number of bytes. */
    cutAfter(bytes: number) {
      left = bytes;
    },
  };
}
