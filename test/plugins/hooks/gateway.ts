import chats from "@postern/chats";
import context from "@postern/context";
import type { Plugin } from "@postern/core";
import { type Client, testGateway } from "@postern/core/testing";
import events from "@postern/events";
import hooks from "@postern/hooks";
import memory from "@postern/storage-memory";
import { expect, onTestFinished } from "vitest";
import { dueIn, watchLooks } from "../../run/looks.ts";
import { until } from "../../run/until.ts";

interface Options {
  readonly hooksPrivate?: boolean;
  readonly timeout?: number;
  /** In addition to the groups that hooks are tested with. */
  readonly plugins?: readonly Plugin[];
}

/** A gateway whose webhooks may be delivered to this machine. */
export async function openGateway(
  { hooksPrivate = true, timeout = 5_000, plugins = [] }: Options = {},
  storage = memory(),
) {
  const watched = watchLooks(storage, dueIn("hooks.deliveries"));
  const fixture = await testGateway({
    plugins: [hooks({ hooksPrivate, timeout }), chats(), context(), events(), ...plugins],
    storage: watched.storage,
  });
  onTestFinished(() => fixture.stop());

  async function post(id: string, body: object = {}, client: Client = fixture.admin) {
    const reply = await client.post(id, body);
    if (reply.status !== 200) throw new Error(`${id} answers ${reply.status}: ${JSON.stringify(reply.body)}`);
    return reply.body;
  }
  const deliveriesOf = async (hook: string) => (await post("hooks.deliveries.list", { hook })).deliveries;

  return {
    ...fixture,
    storage,
    post,
    deliveriesOf,
    /** Returns the stored records of a collection as text. */
    async recordsOf({ head }: { readonly head: string }): Promise<string[]> {
      const keys = (await storage.getKeys("", {})).filter((key) => key.startsWith(head));
      return Promise.all(keys.map(async (key) => String(await storage.getItem(key, {}))));
    },
    /** Creates a hook and returns it with its secret. */
    hook: (url: string, types: string[] = ["chats.**"], client?: Client) =>
      post("hooks.create", { url, types, allowUnknown: true }, client),
    /** Creates a chat, which emits an event, and returns its id. */
    happen: async (title = "x"): Promise<string> => (await post("chats.create", { title })).chat.id,
    /** Waits until the only delivery of a hook matches `wanted`. */
    async sees(hook: string, expected: object) {
      await until(async () => expect(await deliveriesOf(hook)).toMatchObject([expected]));
      return (await deliveriesOf(hook))[0];
    },
    /** Waits until all deliveries that are due have been attempted. */
    async idle() {
      await watched.looked();
      const total = async (status: string) => (await post("hooks.deliveries.list", { status })).total;
      await until(async () => expect(await total("running")).toBe(0));
    },
  };
}
