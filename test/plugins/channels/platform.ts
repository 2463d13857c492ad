import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import agents from "@postern/agents";
import channels from "@postern/channels";
import irc from "@postern/channels-irc";
import slack from "@postern/channels-slack";
import telegram from "@postern/channels-telegram";
import xmpp from "@postern/channels-xmpp";
import chats from "@postern/chats";
import { testGateway } from "@postern/core/testing";
import credentials from "@postern/credentials";
import memory from "@postern/storage-memory";
import { expect, onTestFinished } from "vitest";
import { until } from "../../run/until.ts";

interface Options {
  readonly storage?: ReturnType<typeof memory>;
  readonly role?: "gateway" | "runner";
  readonly hooksPrivate?: boolean;
  readonly folder?: string;
}

/** The plugins that provide the platforms. */
const kinds = () => [irc(), slack(), telegram(), xmpp()];

/** A gateway that runs its own adapters, with a vault for their secrets. */
export async function openPlatformGateway({
  storage = memory(),
  role = "runner",
  hooksPrivate = true,
  folder,
}: Options = {}) {
  const kept = folder ?? mkdtempSync(join(tmpdir(), "postern-platform-"));
  const vault = { folder: join(kept, "vault"), keys: join(kept, "keys") };
  const env = await testGateway({
    plugins: [
      chats(),
      agents(),
      credentials({ backend: "vault", vault }),
      channels({ role, hooksPrivate }),
      ...kinds(),
    ],
    storage,
  });
  onTestFinished(async () => {
    await env.stop();
    if (folder === undefined) rmSync(kept, { recursive: true, force: true });
  });

  async function post(id: string, body: object = {}) {
    const reply = await env.admin.post(id, body);
    if (reply.status !== 200) throw new Error(`${id} answers ${reply.status}: ${JSON.stringify(reply.body)}`);
    return reply.body;
  }
  let written = 0;
  const self = {
    ...env,
    storage,
    folder: kept,
    post,
    /** Creates a connection that holds a secret. Returns its name. */
    async connection(secret: string, connection = "main", provider = "slack"): Promise<string> {
      await post("credentials.connections.create", { provider, connection, secret });
      return connection;
    },
    async adapter(kind: string, config: object, secret: string, id = kind): Promise<string> {
      const connection = await self.connection(secret, id, kind);
      await post("channels.adapters.create", { id, kind, config, connection });
      return id;
    },
    /** Waits until an adapter has a status. */
    hasStatus: (id: string, expected: object) =>
      until(async () => {
        const { adapter } = await post("channels.adapters.show", { id });
        expect(adapter).toMatchObject(expected);
      }),
    chats: async () => (await post("chats.list")).chats,
    messages: async (chatId: string) => (await post("chats.messages.list", { chatId, limit: "500" })).messages,
    /** Writes a message on this gateway. */
    say: async (chatId: string, content: string): Promise<string> =>
      (await post("chats.messages.create", { chatId, content, actorId: "main", clientMessageId: `w${++written}` }))
        .messageId,
    /** The chat of the adapter, once it exists. */
    chat: () =>
      until(async () => {
        const [chat] = await self.chats();
        expect(chat).toBeDefined();
        return chat.id as string;
      }),
    /** Waits until the outbox entry of a message has a state. */
    hasEntry: (messageId: string, expected: object) =>
      until(async () => {
        const { outbox } = await post("channels.outbox.list", { limit: "500" });
        const mine = outbox.filter((entry: { messageId: string }) => entry.messageId === messageId);
        expect(mine).toContainEqual(expect.objectContaining(expected));
      }),
    /** Everything that the gateway logged and stored, to check that no secret is in it. */
    async everything(): Promise<string> {
      const [events, adapters, outbox] = await Promise.all([
        post("channels.adapters.list"),
        post("channels.outbox.list"),
        env.gateway.manifest,
      ]);
      return JSON.stringify([events, adapters, outbox, env.logged]);
    },
  };
  return self;
}
