import agents, { turnReady } from "@postern/agents";
import chats from "@postern/chats";
import { defineCommand, defineEvent, defineGroup, definePlugin, type GatewayEvent, T } from "@postern/core";
import { encodeKey } from "@postern/core/storage";
import { type Client, testGateway } from "@postern/core/testing";
import memory from "@postern/storage-memory";
import { expect, onTestFinished } from "vitest";
import { watchLooks } from "../../run/looks.ts";
import { until } from "../../run/until.ts";

interface Options {
  readonly storage?: ReturnType<typeof memory>;
  readonly background?: boolean;
  /** Replaces the chats plugin by one that emits unchecked events. */
  readonly teller?: boolean;
}

export interface Turn {
  readonly agentId: string;
  readonly chatId: string;
  readonly messages: readonly { id: string; actorId: string; content: { text?: string } }[];
}

/** The agent whose turns only show that the work before them is done. */
const MARKER = "marker";

const group = defineGroup("chats", { title: "Emitter" });
const anything = { data: T.Unknown() };
const messageEvents = ["created", "updated", "deleted", "restored"].map((past) =>
  defineEvent(`chats.message.${past}`, { summary: `A message was ${past}`, ...anything }),
);
const tell = defineCommand(group, {
  id: "chats.tell",
  summary: "Emit events",
  input: T.Object({ events: T.Array(T.Object({ past: T.String(), data: T.Unknown() })) }),
  output: T.Object({}),
  bodyLimit: 2 ** 26,
  plan: () => ({ summary: "Emit events" }),
  execute({ emit }, _plan, { events }) {
    for (const { past, data } of events) emit(messageEvents.find(({ type }) => type.endsWith(past))!, data);
    return {};
  },
});
const teller = definePlugin(group, { version: "1.0.0", operations: [tell], events: messageEvents });

/** A gateway with agents and chats. */
export async function openFixture({ storage = memory(), background = true, teller: isEmitter = false }: Options = {}) {
  let behind = 0;
  const now = () => Date.now() - behind;
  const plugins = [agents(), isEmitter ? teller() : chats()] as const;
  const watched = watchLooks(storage, encodeKey(["agents.gathering.byDue"]));
  const fixture = await testGateway({ plugins, storage: watched.storage, background, now });
  onTestFinished(() => fixture.stop());
  const turns: Turn[] = [];
  const events: GatewayEvent<Turn>[] = [];
  let markers = 0;
  fixture.gateway.on(turnReady, (event) => {
    if (event.subject === MARKER) return void markers++;
    turns.push(event.data as unknown as Turn);
    events.push(event as unknown as GatewayEvent<Turn>);
  });

  async function post(id: string, body: object = {}, client: Client = fixture.admin) {
    const reply = await client.post(id, body);
    if (reply.status !== 200) throw new Error(`${id} answers ${reply.status}: ${JSON.stringify(reply.body)}`);
    return reply.body;
  }
  let sent = 0;
  let marked = 0;
  /** Sends a message to another agent, whose turn is not recorded. Returns its number. */
  async function mark(): Promise<number> {
    if (marked === 0) await post("agents.create", { id: MARKER, debounceMs: "0" });
    const message = { chatId: MARKER, actorId: "ann", agentId: MARKER, content: {} };
    const id = `marker-${++marked}`;
    if (isEmitter) await post("chats.tell", { events: [{ past: "created", data: { message: { id, ...message } } }] });
    else {
      const chatId = (await post("chats.create", { agentId: MARKER })).chat.id;
      await post("chats.messages.create", { chatId, content: "x", actorId: "ann", clientMessageId: id });
    }
    return marked;
  }
  return {
    ...fixture,
    storage,
    turns,
    events,
    post,
    /** Sets the clock back. */
    setBack(milliseconds: number) {
      behind += milliseconds;
    },
    agent: (id: string, debounceMs = 0) => post("agents.create", { id, debounceMs: String(debounceMs) }),
    chat: async (agentId = "main"): Promise<string> => (await post("chats.create", { agentId })).chat.id,
    say: async (chatId: string, content: string, actorId = "ann"): Promise<string> =>
      (await post("chats.messages.create", { chatId, content, actorId, clientMessageId: `m${++sent}` })).messageId,
    tell: (...all: { past?: string; message?: object; data?: unknown }[]) =>
      post("chats.tell", {
        events: all.map(({ past = "created", message, data = { message } }) => ({ past, data })),
      }),
    /** Waits until the pending totals of an agent match. */
    async waits(id: string, expected: object) {
      const look = async () => expect((await post("agents.show", { id })).agent.waiting).toMatchObject(expected);
      await until(look);
    },
    /** Waits for a number of turns. */
    async sees(count: number) {
      await until(() => expect(turns.length).toBeGreaterThanOrEqual(count));
      return turns;
    },
    /** Waits until all messages so far are consumed and all turns that are due are delivered. */
    async idle() {
      // Messages are consumed in order.
      const count = await mark();
      await until(() => expect(markers).toBe(count));
      await watched.looked();
    },
    texts: () => turns.map(({ messages }) => messages.map(({ content }) => content.text)),
  };
}
