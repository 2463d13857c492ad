import agents from "@postern/agents";
import channels from "@postern/channels";
import { type AdapterKind, adapterKinds } from "@postern/channels/services";
import chats from "@postern/chats";
import { defineGroup, definePlugin, type Plugin } from "@postern/core";
import { type Client, testGateway } from "@postern/core/testing";
import memory from "@postern/storage-memory";
import { expect, onTestFinished } from "vitest";
import { dueIn, watchLooks } from "../../run/looks.ts";
import { until } from "../../run/until.ts";
import { loopKind } from "./loop/kind.mjs";

interface Options {
  readonly kinds?: readonly AdapterKind[];
  readonly storage?: ReturnType<typeof memory>;
  readonly plugins?: readonly Plugin[];
  readonly role?: "gateway" | "runner";
  /** The clock, instead of that of this machine. */
  readonly clock?: () => number;
}

/** A plugin that provides kinds of adapters. */
export function kindsPlugin(kinds: readonly AdapterKind[]): Plugin {
  const group = defineGroup("loops", { title: "Loops", needs: { kinds: adapterKinds } });
  return definePlugin(group, {
    version: "1.0.0",
    operations: [],
    setup({ services }) {
      for (const kind of kinds) services.kinds.register(kind);
    },
  })();
}

/** A gateway that runs its own adapters. */
export async function openGateway({
  kinds = [loopKind()],
  storage = memory(),
  plugins = [],
  role = "runner",
  clock = Date.now,
}: Options = {}) {
  const all = [chats(), agents(), channels({ role }), kindsPlugin(kinds), ...plugins];
  const watched = watchLooks(storage, dueIn("channels.outbox"));
  const env = await testGateway({ plugins: all, storage: watched.storage, now: clock });
  onTestFinished(() => env.stop());

  async function post(id: string, body: object = {}, client: Client = env.admin) {
    const reply = await client.post(id, body);
    if (reply.status !== 200) throw new Error(`${id} answers ${reply.status}: ${JSON.stringify(reply.body)}`);
    return reply.body;
  }
  let written = 0;
  return {
    ...env,
    storage,
    post,
    /** Connects an adapter to a loop server and waits until it is connected. */
    async adapter(port: number, more: Record<string, unknown> = {}) {
      const { adapter } = await post("channels.adapters.create", {
        id: "loop",
        kind: "loop",
        config: { port },
        ...more,
      });
      await this.hasStatus(adapter.id, { status: "connected" });
      return adapter.id as string;
    },
    show: async (id: string) => (await post("channels.adapters.show", { id })).adapter,
    /** Waits until an adapter has a status. */
    async hasStatus(id: string, expected: object) {
      const look = async () => {
        const { adapter } = await post("channels.adapters.show", { id });
        expect(adapter).toMatchObject(expected);
        return adapter;
      };
      return until(look);
    },
    chats: async () => (await post("chats.list", {})).chats,
    messages: async (chatId: string) => (await post("chats.messages.list", { chatId, limit: "500" })).messages,
    /** Writes a message on this gateway. */
    say: async (chatId: string, content: string, actorId = "main"): Promise<string> =>
      (await post("chats.messages.create", { chatId, content, actorId, clientMessageId: `w${++written}` })).messageId,
    entries: async (more: object = {}) => (await post("channels.outbox.list", { limit: "500", ...more })).outbox,
    /** Waits until all outbox entries that are due have been attempted. */
    async idle() {
      await watched.looked();
      const running = async () => (await post("channels.outbox.list", { status: "running" })).total;
      await until(async () => expect(await running()).toBe(0));
    },
    /** Waits until the outbox entry of a message has a state. */
    async hasEntry(messageId: string, expected: object) {
      const look = async () => {
        const { outbox } = await post("channels.outbox.list", { limit: "500" });
        const mine = outbox.filter((entry: { messageId: string }) => entry.messageId === messageId);
        expect(mine).toContainEqual(expect.objectContaining(expected));
        return mine.find((entry: { status: string }) => entry.status === (expected as { status?: string }).status);
      };
      return until(look);
    },
  };
}
