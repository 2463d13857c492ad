import dns from "node:dns";
import { mkdtempSync, rmSync } from "node:fs";
import { syncBuiltinESMExports } from "node:module";
import { type AddressInfo, createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import agents from "@postern/agents";
import calendars from "@postern/calendars";
import channels from "@postern/channels";
import irc from "@postern/channels-irc";
import slack from "@postern/channels-slack";
import telegram from "@postern/channels-telegram";
import xmpp from "@postern/channels-xmpp";
import chats from "@postern/chats";
import context from "@postern/context";
import { type Client, testGateway } from "@postern/core/testing";
import credentials from "@postern/credentials";
import jetstream from "@postern/jetstream";
import responders from "@postern/responders";
import sync from "@postern/sync";
import tasks from "@postern/tasks";
import { onTestFinished } from "vitest";
import { until } from "../run/until.ts";

export type Reply = Awaited<ReturnType<Client["post"]>>;
type Post = (id: string, body: object) => Promise<Reply>;

/** A place where callers name a server. */
export interface Kind {
  /** Names the server; for some kinds this also connects to it. */
  name(post: Post, host: string, port: number): Promise<Reply>;
  /** Connects to the named server, and returns the reason if that fails. */
  attempt(post: Post, named: Reply): Promise<string>;
}

const secretOf = (post: Post, provider: string, secret: string) =>
  post("credentials.connections.create", { provider, connection: provider, secret });

const adapter = (kind: string, config: (host: string, port: number) => object, secret?: string): Kind => ({
  async name(post, host, port) {
    if (secret !== undefined) await secretOf(post, kind, secret);
    const connection = secret === undefined ? {} : { connection: kind };
    return post("channels.adapters.create", { id: "it", kind, config: config(host, port), ...connection });
  },
  async attempt(post) {
    let reason = "";
    await until(async () => {
      const { adapter } = (await post("channels.adapters.show", { id: "it" })).body;
      reason = adapter.reason ?? "";
      if (adapter.status === "starting" || reason === "") throw new Error(`It is ${adapter.status}`);
    });
    return reason;
  },
});

const account = (provider: string, config: (host: string, port: number) => object): Kind => ({
  name: (post, host, port) => post("calendars.accounts.create", { id: "it", provider, config: config(host, port) }),
  attempt: async (post) => (await post("calendars.accounts.check", { id: "it" })).body.reason,
});

export const KINDS: Readonly<Record<string, Kind>> = {
  "a CalDAV server": account("caldav", (host, port) => ({ url: `http://${host}:${port}/` })),
  "a mail server": account("smtp", (host, port) => ({ host: host.replace(/[[\]]/g, ""), port, from: "a@example.com" })),
  "a NATS server": {
    name: (post, host, port) =>
      post("jetstream.bridges.create", {
        ...{ label: "It", servers: [`nats://${host}:${port}`], plain: true, stream: "S", types: ["jetstream.**"] },
      }),
    attempt: async (post, { body }) =>
      (await post("jetstream.bridges.send-test", { id: body.bridge.id, execute: true })).body.detail,
  },
  "a server of models": {
    name: (post, host, port) =>
      post("responders.create", {
        ...{ id: "it", kind: "openai", agents: ["main"] },
        config: { baseURL: `http://${host}:${port}/v1`, model: "m" },
      }),
    attempt: async (post) => (await post("responders.check", { id: "it", execute: true })).body.detail,
  },
  "another gateway": {
    async name(post, host, port) {
      await secretOf(post, "postern", "rctx_it");
      return post("sync.link", { consoleUrl: `http://${host}:${port}`, connection: "postern", execute: true });
    },
    attempt: async (_post, { body }) => body.detail,
  },
  "an IRC server": adapter("irc", (host, port) => ({
    ...{ host: host.replace(/[[\]]/g, ""), port, tls: false, plain: true, nick: "bot" },
  })),
  "an XMPP server": adapter(
    "xmpp",
    (host, port) => ({ jid: "bot@example.com", service: `xmpp://${host}:${port}`, plain: true }),
    "password",
  ),
  "an API for Slack": adapter(
    "slack",
    (host, port) => ({ apiUrl: `https://${host}:${port}/api/` }),
    "xapp-12345678 xoxb-12345678",
  ),
  "an API for Telegram": adapter(
    "telegram",
    (host, port) => ({ apiRoot: `https://${host}:${port}` }),
    "123456:ABCDEFGHIJKLMNOPQRSTUVWXYZ012345678",
  ),
};

const SCOPES = ["agents", "calendars", "channels", "credentials", "jetstream", "responders", "sync", "tasks"];

/** A gateway in which servers can be named, and a key with every right except `*`. */
export async function openGateway(allowPrivate: boolean) {
  const folder = mkdtempSync(join(tmpdir(), "postern-private-"));
  const vault = { folder: join(folder, "vault"), keys: join(folder, "keys") };
  const fixture = await testGateway({
    plugins: [
      agents(),
      chats(),
      context(),
      tasks(),
      credentials({ backend: "vault", vault }),
      calendars({ allowPrivate }),
      jetstream({ allowPrivate }),
      sync({ runner: false, allowPrivate }),
      responders({ allowPrivate }),
      channels({ role: "runner", allowPrivate }),
      irc(),
      slack(),
      telegram(),
      xmpp(),
    ],
  });
  onTestFinished(async () => {
    await fixture.stop();
    rmSync(folder, { recursive: true, force: true });
  });
  await fixture.admin.post("agents.create", { id: "main" });
  await fixture.admin.post("sync.enable", { domains: ["tasks"] });
  const narrow = await fixture.client([...SCOPES.map((group) => `${group}:*`), "context:write"]);
  const postAs =
    (client: Client): Post =>
    (id, body) =>
      client.post(id, body);
  return { admin: postAs(fixture.admin), narrow: postAs(narrow) };
}

/** A server that counts its connections and closes them. */
export async function countConnections() {
  let connections = 0;
  const server = createServer((socket) => {
    connections++;
    socket.on("error", () => {}).destroy();
  });
  await new Promise<void>((ready) => server.listen(0, "127.0.0.1", ready));
  onTestFinished(() => void server.close());
  return { port: (server.address() as AddressInfo).port, connections: () => connections };
}

/** Lets a name resolve to this machine until the test has ended. */
export function resolveToLoopback(name: string): void {
  const { lookup } = dns;
  const fake = (host: string, options: object, done: (error: null, addresses: object[]) => void) =>
    host === name ? done(null, [{ address: "127.0.0.1", family: 4 }]) : lookup(host, options, done as never);
  dns.lookup = fake as never;
  syncBuiltinESMExports();
  onTestFinished(() => {
    dns.lookup = lookup;
    syncBuiltinESMExports();
  });
}
