import { copyFileSync, mkdirSync, readdirSync } from "node:fs";
import { hostname } from "node:os";
import { join } from "node:path";
import chats from "@postern/chats";
import context from "@postern/context";
import { defineGroup, definePlugin } from "@postern/core";
import credentials from "@postern/credentials";
import { secrets as secretsService } from "@postern/credentials/services";
import events from "@postern/events";
import hooks from "@postern/hooks";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { isSigned, startReceiver } from "../plugins/hooks/receiver.ts";
import { has } from "../run/programs.ts";
import { until } from "../run/until.ts";
import { type Cluster, startCluster } from "../storage-drivers/postgres/cluster.ts";
import { type Host, openPair, type Side } from "./pair.ts";

let cluster: Cluster;
beforeAll(async () => {
  cluster = await startCluster();
});
afterAll(() => cluster.stop());

/** A plugin that uses the secret of a connection, and how. */
function reader() {
  const group = defineGroup("reader", { title: "Reader", needs: { secrets: secretsService } });
  let use: (connection: string) => Promise<string>;
  const plugin = definePlugin(group, {
    version: "1.0.0",
    operations: [],
    setup({ services }) {
      use = (connection) =>
        services.secrets.use({ connection }, { group: "reader", purpose: "test" }, (secret) => secret.reveal());
    },
  });
  return { plugin: plugin(), use: (connection: string) => use(connection) };
}

async function opened(vaultOf: (host: Host, first: Host) => object) {
  const readers = [reader(), reader()] as const;
  let first: Host | undefined;
  const [a, b] = await openPair(cluster, (host, at) => {
    first ??= host;
    const vault = credentials({ ...vaultOf(host, first), backend: "vault" } as never);
    return [vault, readers[at].plugin, hooks({ hooksPrivate: true }), chats(), context(), events()];
  });
  return { a, b, useAt: (at: 0 | 1) => readers[at].use };
}

const ownKeys = ({ data, home }: Host) => ({ data, home });
const sharedKeys = ({ data }: Host, { home }: Host) => ({ data, home });

describe.skipIf(!has("postgresql"))("secrets of gateways that share the folder of the vault's keys", () => {
  it("written at one are used at the other, also after they and the key were rotated", async () => {
    const { a, b, useAt } = await opened(sharedKeys);
    await a.post("credentials.connections.create", { provider: "github", connection: "main", secret: "one" });
    expect(await useAt(1)("main")).toBe("one");
    await b.post("credentials.connections.rotate", { connection: "main", secret: "two" });
    expect(await useAt(0)("main")).toBe("two");
    await b.post("credentials.vault.rotate", {});
    expect([await useAt(0)("main"), await useAt(1)("main")]).toEqual(["two", "two"]);
  });

  it("sign webhooks at whichever gateway delivers them, once each", async () => {
    const { a, b } = await opened(sharedKeys);
    const target = await startReceiver();
    const made = await Promise.all(
      [a, b].map(({ post }) => post("hooks.create", { url: target.url, types: ["chats.**"] })),
    );
    for (let number = 0; number < 6; number++) await [a, b][number % 2]?.post("chats.create", { title: `${number}` });
    const received = await target.got(12);
    for (const request of received) expect(made.some(({ secret }) => isSigned(request, secret))).toBe(true);
    expect(new Set(received.map(({ headers }) => headers["webhook-id"])).size).toBe(12);
  });
});

describe.skipIf(!has("postgresql"))("secrets of gateways with keys of their own", () => {
  const connection = "main";
  const shown = async ({ post }: Side) =>
    (await post("credentials.connections.show", { connection })).connection.statusReason;

  /** A connection of the first gateway. */
  async function created() {
    const both = await opened(ownKeys);
    await both.a.post("credentials.connections.create", { provider: "github", connection, secret: "one" });
    return both;
  }

  it("are refused at the other with the host and the file of the key, and are used once that is copied", async () => {
    const { a, b, useAt } = await created();
    const refusal = await useAt(1)(connection).catch((error: Error) => error);
    expect(refusal).toMatchObject({
      code: "credentials.vault_key_missing",
      message: expect.stringContaining(hostname()),
    });
    const [file = "none"] = readdirSync(join(a.host.home, "vault-keys"));
    expect((refusal as Error).message).toContain(file);
    expect(await shown(a)).toBeUndefined();

    mkdirSync(join(b.host.home, "vault-keys"), { recursive: true, mode: 0o700 });
    copyFileSync(join(a.host.home, "vault-keys", file), join(b.host.home, "vault-keys", file));
    expect(await useAt(1)(connection)).toBe("one");
    await b.post("credentials.connections.rotate", { connection, secret: "two" });
    expect(await useAt(0)(connection)).toBe("two");
  });

  it("are neither written nor rotated at the one without the key", async () => {
    const { b, useAt } = await created();
    const calls = [
      ["credentials.connections.create", { provider: "github", connection: "other", secret: "x" }],
      ["credentials.connections.rotate", { connection, secret: "x" }],
      ["credentials.vault.rotate", {}],
    ] as const;
    for (const [id, input] of calls) {
      const { status, body } = await b.admin.post(id, input);
      expect([id, status, body.code]).toEqual([id, 503, "credentials.vault_key_missing"]);
    }
    expect(await useAt(0)(connection)).toBe("one");
  });

  it("sign webhooks at the one with the key, without a failed attempt at the other", async () => {
    const { a, b } = await opened(ownKeys);
    const target = await startReceiver();
    const { hook, secret } = await a.post("hooks.create", { url: target.url, types: ["chats.**"] });
    for (let number = 0; number < 12; number++) await [a, b][number % 2]?.post("chats.create", { title: `${number}` });
    const received = await target.got(12);
    for (const request of received) expect(isSigned(request, secret)).toBe(true);
    const list = async () => (await b.post("hooks.deliveries.list", { hook: hook.id, limit: "50" })).deliveries;
    await until(async () =>
      expect((await list()).every(({ status }: { status: string }) => status === "done")).toBe(true),
    );
    expect((await list()).map(({ attempts }: { attempts: number }) => attempts)).toEqual(Array(12).fill(1));
  });
});
