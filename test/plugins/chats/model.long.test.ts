import chats from "@postern/chats";
import { type Client, testGateway } from "@postern/core/testing";
import fc from "fast-check";
import { expect, it } from "vitest";
import { SHRINK_IN_TIME } from "../../run/shrink.ts";

const READERS = ["agent:a", "agent:b"];
const ACTORS = ["a", "b", "c"];

interface ModelMessage {
  id: string;
  chat: number;
  actor: string;
  deleted: boolean;
}
interface ModelMember {
  source: "manual" | "selector";
  priority: number;
  excluded: boolean;
}

/** The expected state: messages in order, members, and the last message read for each cursor. */
class Model {
  chats: { id: string; tagged: boolean; touched: number }[] = [];
  messages: ModelMessage[] = [];
  members = new Map<number, ModelMember>();
  cursors = new Map<string, number>();
  clock = 0;

  active = () => [...this.members].filter(([, { excluded }]) => !excluded);
  of = (chat: number) => this.messages.filter((message) => message.chat === chat);
  unread(chat: number, reader: string): number {
    const read = this.cursors.get(`${chat} ${reader}`) ?? -1;
    const fresh = this.messages.filter((message, at) => message.chat === chat && at > read);
    return fresh.filter(({ actor, deleted }) => !deleted && `agent:${actor}` !== reader).length;
  }
  order = () =>
    this.active()
      .map(([chat, { priority }]) => ({ chat, priority, touched: (this.chats[chat] as { touched: number }).touched }))
      .sort((x, y) => y.priority - x.priority || y.touched - x.touched)
      .map(({ chat }) => chat);
}

interface Real {
  admin: Client;
  list: string;
}
type Step = (model: Model, real: Real) => Promise<void>;

const post = async ({ admin }: Real, id: string, body: object, status = 200) => {
  const reply = await admin.post(id, body);
  expect({ id, status: reply.status }).toEqual({ id, status });
  return reply.body;
};

const pick = <T>(from: readonly T[], at: number): T | undefined => from[at % Math.max(1, from.length)];

const newChat =
  (tagged: boolean): Step =>
  async (model, real) => {
    const { chat } = await post(real, "chats.create", { tags: tagged ? ["x"] : [] });
    model.chats.push({ id: chat.id, tagged, touched: ++model.clock });
  };
const tag =
  (at: number, tagged: boolean): Step =>
  async (model, real) => {
    const chat = pick(model.chats, at);
    if (!chat) return;
    await post(real, "chats.update", { chatId: chat.id, tags: tagged ? ["x"] : [] });
    chat.tagged = tagged;
  };
const send =
  (at: number, actor: string): Step =>
  async (model, real) => {
    const chat = pick(model.chats, at);
    if (!chat) return;
    const clientMessageId = `m${model.messages.length}`;
    const sent = { chatId: chat.id, actorId: actor, clientMessageId, content: clientMessageId };
    const { messageId } = await post(real, "chats.messages.create", sent);
    model.messages.push({ id: messageId, chat: model.chats.indexOf(chat), actor, deleted: false });
    chat.touched = ++model.clock;
  };
const setDeleted =
  (at: number, deleted: boolean): Step =>
  async (model, real) => {
    const message = pick(model.messages, at);
    if (!message) return;
    await post(real, `chats.messages.${deleted ? "delete" : "restore"}`, { messageId: message.id });
    message.deleted = deleted;
  };
const add =
  (at: number, priority: number): Step =>
  async (model, real) => {
    const chat = pick(model.chats, at);
    if (!chat) return;
    const number = model.chats.indexOf(chat);
    await post(real, "chats.lists.add", { list: real.list, chatId: chat.id, priority: String(priority) });
    model.members.set(number, { source: "manual", priority, excluded: false });
  };
const remove =
  (at: number, exclude: boolean): Step =>
  async (model, real) => {
    const chat = pick(model.chats, at);
    if (!chat) return;
    const number = model.chats.indexOf(chat);
    const before = model.members.get(number);
    await post(real, "chats.lists.remove", { list: real.list, chatId: chat.id, exclude });
    if (exclude) model.members.set(number, { source: "manual", priority: 0, ...before, excluded: true });
    else model.members.delete(number);
  };
const recompute: Step = async (model, real) => {
  const expected = { added: 0, eligible: 0, kept: 0, preserved: 0, removed: 0 };
  for (const [number, { tagged }] of model.chats.entries()) {
    const member = model.members.get(number);
    if (tagged) expected.eligible++;
    if (member?.excluded) continue;
    if (member?.source === "manual") expected.preserved++;
    else if (member && tagged) expected.kept++;
    else if (member) {
      expected.removed++;
      model.members.delete(number);
    } else if (tagged) {
      expected.added++;
      model.members.set(number, { source: "selector", priority: 0, excluded: false });
    }
  }
  const preview = await post(real, "chats.lists.preview", { list: real.list });
  expect(preview.recompute).toMatchObject(expected);
  expect((await post(real, "chats.lists.recompute", { listId: real.list })).recompute).toMatchObject(expected);
};
const read =
  (at: number, upTo: number | undefined, reader: string, back: boolean): Step =>
  async (model, real) => {
    const [number] = pick(model.active(), at) ?? [];
    if (number === undefined) return;
    const chatId = model.chats[number]?.id;
    const target = upTo === undefined ? model.of(number).at(-1) : pick(model.of(number), upTo);
    const said = { list: real.list, chatId, reader, back, ...(upTo !== undefined && target && { upTo: target.id }) };
    const { unreadCount } = await post(real, "chats.lists.read", said);
    const key = `${number} ${reader}`;
    const place = target ? model.messages.indexOf(target) : -1;
    const before = model.cursors.get(key);
    if (target && (before === undefined || place > before || back)) model.cursors.set(key, place);
    expect(unreadCount).toBe(model.unread(number, reader));
  };

async function compare(model: Model, real: Real): Promise<void> {
  for (const reader of READERS) {
    const { members, total } = await post(real, "chats.lists.members", { list: real.list, reader, limit: "500" });
    expect(total).toBe(model.active().length);
    const shown = members.map((one: Record<string, unknown> & { lastMessage?: { id: string } }) => ({
      chat: model.chats.findIndex(({ id }) => id === one.chatId),
      source: one.source,
      unread: one.unreadCount,
      count: one.messageCount,
      last: one.lastMessage?.id,
    }));
    const expected = model.order().map((chat) => {
      const live = model.of(chat).filter(({ deleted }) => !deleted);
      const { source } = model.members.get(chat) as ModelMember;
      return { chat, source, unread: model.unread(chat, reader), count: live.length, last: live.at(-1)?.id };
    });
    expect(shown).toEqual(expected);
  }
}

const at = fc.nat(20);
const steps: fc.Arbitrary<Step> = fc.oneof(
  { weight: 2, arbitrary: fc.boolean().map(newChat) },
  { weight: 1, arbitrary: fc.tuple(at, fc.boolean()).map((said) => tag(...said)) },
  { weight: 6, arbitrary: fc.tuple(at, fc.constantFrom(...ACTORS)).map((said) => send(...said)) },
  { weight: 3, arbitrary: fc.tuple(at, fc.boolean()).map((said) => setDeleted(...said)) },
  { weight: 2, arbitrary: fc.tuple(at, fc.nat(2)).map((said) => add(...said)) },
  { weight: 1, arbitrary: fc.tuple(at, fc.boolean()).map((said) => remove(...said)) },
  { weight: 2, arbitrary: fc.constant(recompute) },
  {
    weight: 3,
    arbitrary: fc
      .tuple(at, fc.option(at, { nil: undefined }), fc.constantFrom(...READERS), fc.boolean())
      .map((said) => read(...said)),
  },
);

it("chats and lists match a model after random operations", async () => {
  const { admin, stop } = await testGateway({ plugins: [chats()] });
  let run = 0;
  await fc.assert(
    fc.asyncProperty(fc.array(steps, { minLength: 10, maxLength: 60, size: "max" }), async (sequence) => {
      // Each run has its own agent's tag, because all runs share one store.
      const mine = `run-${++run}`;
      const own: Client = {
        ...admin,
        post: (id, body, headers) =>
          admin.post(id, id === "chats.create" ? { ...(body as object), agentId: mine } : body, headers),
      };
      const selector = {
        match: "all",
        where: [
          { field: "tag", op: "eq", value: "x" },
          { field: "agentId", op: "eq", value: mine },
        ],
      };
      const { list } = (await own.post("chats.lists.create", { name: mine, mode: "hybrid", selector })).body;
      const model = new Model();
      const real = { admin: own, list: list.id };
      for (const step of sequence) await step(model, real);
      await compare(model, real);
    }),
    { ...SHRINK_IN_TIME, numRuns: 60 },
  );
  await stop();
});
