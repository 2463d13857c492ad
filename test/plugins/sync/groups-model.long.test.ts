import agents from "@postern/agents";
import bases from "@postern/bases";
import calendars from "@postern/calendars";
import chats from "@postern/chats";
import { testGateway } from "@postern/core/testing";
import sync from "@postern/sync";
import tasks from "@postern/tasks";
import fc from "fast-check";
import { expect, it } from "vitest";
import { SHRINK_IN_TIME } from "../../run/shrink.ts";
import { until } from "../../run/until.ts";

interface Parcel {
  domain: string;
  name: string[];
  vector: Record<string, number>;
  wire?: unknown;
}
const SITES = 3;
const BEGIN = Date.parse("2026-11-23T08:00:00Z");
const HOUR = 3_600_000;
const DAY = 24 * HOUR;

/** A gateway with all groups, whose records the test carries to others. */
async function openSite() {
  const plugins = [sync(), agents(), bases(), calendars(), chats(), tasks()];
  const { admin, stop } = await testGateway({ plugins });
  const post = async (id: string, body: object = {}) => {
    const reply = await admin.post(id, body);
    if (reply.status !== 200) throw new Error(`${id}: ${JSON.stringify(reply.body)}`);
    return reply.body;
  };
  /** Calls an operation that may be refused in the current state. */
  const attempt = async (id: string, body: object) => (await admin.post(id, body)).body;
  await post("sync.enable");
  const { site } = await post("sync.pull", { site: "", from: [] });
  const { domains } = (await post("sync.domains.list")) as { domains: { id: string; kinds: string[] }[] };

  async function all(): Promise<Parcel[]> {
    const found: Parcel[] = [];
    for (const { id: domain, kinds } of domains)
      for (const kind of kinds) {
        const { pages } = await post("sync.pull", { site: "", from: [{ domain, kind }] });
        const records = (pages[0]?.records ?? []) as Omit<Parcel, "domain">[];
        found.push(...records.map((record) => ({ domain, ...record })));
      }
    return found;
  }
  async function take(from: string, records: Parcel[]): Promise<void> {
    const { results } = await post("sync.push", { site: from, records: records.slice(0, 200) });
    expect(results).not.toContainEqual(expect.objectContaining({ status: "refused" }));
  }
  return { site: site as string, post, attempt, all, take, stop };
}
type Site = Awaited<ReturnType<typeof openSite>>;

/** Ids of the records to change, the same on all gateways. */
interface Things {
  readonly chats: string[];
  readonly tasks: string[];
  readonly events: string[];
  readonly list: string;
  readonly calendar: string;
  readonly base: string;
}

async function furnish({ post }: Site): Promise<Things> {
  const ids: string[] = [];
  for (const title of ["1", "2", "3"]) ids.push((await post("tasks.create", { title })).task.id);
  const calendar = (await post("calendars.create", { name: "c" })).calendar.id;
  const times = { startAt: String(BEGIN), endAt: String(BEGIN + HOUR), recurrenceRule: "FREQ=DAILY;COUNT=4" };
  const { event } = await post("calendars.events.create", { calendar, title: "e", ...times });
  const props = ["A", "B"].map((name) => ({ name, type: "text" }));
  return {
    chats: [(await post("chats.create", {})).chat.id],
    list: (await post("chats.lists.create", { name: "l" })).list.id,
    tasks: ids,
    calendar,
    events: [event.id],
    base: (await post("bases.create", { name: "Same", props })).base.id,
  };
}

const pick = (ids: readonly string[], n: number): string => ids[n % ids.length] as string;
const TASK_STEPS = ["start", "done", "fail", "reopen", "archive", "unarchive", "block"];

type Act = (site: Site, things: Things, x: number, y: number) => Promise<unknown>;
const acts: Record<string, Act> = {
  async chat({ attempt }, { chats }, x) {
    const { chat } = await attempt("chats.create", { clientChatId: `own${x % 3}` });
    if (chat) chats.push(chat.id);
  },
  message: ({ attempt }, { chats }, x, y) =>
    attempt("chats.messages.create", {
      ...{ chatId: pick(chats, y), actorId: x % 2 ? "ann" : "ben", clientMessageId: `m${x % 4}`, content: `${x}` },
    }),
  async messageChange({ attempt }, { chats }, x, y) {
    const said = { chatId: pick(chats, y), clientMessageId: `m${x % 4}` };
    const { message } = await attempt("chats.messages.show", said);
    const verb = pick(["update", "delete", "restore"], y);
    const more = verb === "update" ? { content: `u${x}` } : {};
    if (message) await attempt(`chats.messages.${verb}`, { messageId: message.id, ...more });
  },
  list: ({ attempt }, _things, x) => attempt("chats.lists.create", { name: `n${x % 2}`, owner: "team:t" }),
  member: ({ attempt }, { list, chats }, x, y) =>
    y % 2
      ? attempt("chats.lists.add", { list, chatId: pick(chats, x), priority: String(y) })
      : attempt("chats.lists.remove", { list, chatId: pick(chats, x), exclude: x % 3 === 0 }),
  async task({ attempt }, { tasks }, x, y) {
    const { task } = await attempt("tasks.create", { title: `${x}`, ...(y % 2 && { idempotencyKey: `k${x % 3}` }) });
    if (task) tasks.push(task.id);
  },
  taskStep: ({ attempt }, { tasks }, x, y) => attempt(`tasks.${pick(TASK_STEPS, y)}`, { taskId: pick(tasks, x) }),
  parent: ({ attempt }, { tasks }, x, y) => attempt("tasks.update", { taskId: pick(tasks, x), parent: pick(tasks, y) }),
  dependency: ({ attempt }, { tasks }, x, y) =>
    attempt(`tasks.deps.${x % 4 ? "add" : "remove"}`, { taskId: pick(tasks, x), dependencyTaskId: pick(tasks, y) }),
  comment: ({ attempt }, { tasks }, x, y) => attempt("tasks.comment", { taskId: pick(tasks, x), text: `${y}` }),
  async event({ attempt }, { calendar, events }, x) {
    const times = { startAt: String(BEGIN), endAt: String(BEGIN + HOUR) };
    const rule = x % 2 ? { recurrenceRule: "FREQ=DAILY;COUNT=4" } : {};
    const { event } = await attempt("calendars.events.create", { calendar, title: `${x}`, ...times, ...rule });
    if (event) events.push(event.id);
  },
  eventChange: ({ attempt }, { events }, x, y) => {
    const event = x % 3 ? pick(events, x) : `${pick(events, x)}@${BEGIN + (x % 4) * DAY}`;
    const start = BEGIN + (y % 5) * HOUR;
    if (y % 4 === 0) return attempt("calendars.events.cancel", { event, execute: true });
    if (y % 4 === 1) return attempt("calendars.events.restore", { event });
    const more = y % 4 === 2 ? { title: `u${y}` } : { startAt: String(start), endAt: String(start + HOUR) };
    return attempt("calendars.events.update", { event, ...more });
  },
  calendar: ({ attempt }, { calendar }, x, y) =>
    attempt("calendars.update", { calendar, name: `c${x}`, isDefault: y % 2 === 0 }),
  row: ({ attempt }, { base }, x, y) => attempt("bases.rows.create", { base, values: { a: `${x}`, b: `${y}` } }),
  async rowChange({ attempt }, { base }, x, y) {
    const { rows } = await attempt("bases.rows.list", { base });
    const verb = pick(["update", "archive", "unarchive"], y);
    const more = verb === "update" ? { values: { a: `${y}` } } : {};
    if (rows.length > 0) await attempt(`bases.rows.${verb}`, { row: rows[x % rows.length].id, ...more });
  },
  property: ({ attempt }, { base }, x, y) =>
    attempt("bases.props.create", { base, name: `P${x % 3}`, type: "text", position: String(y % 4) }),
  async propertyChange({ attempt }, { base }, x, y) {
    const { properties } = await attempt("bases.show", { base, includeDeleted: true });
    const prop = properties[x % Math.max(1, properties.length)]?.id ?? "none";
    const verb = pick(["update", "delete", "restore", "purge"], y);
    const more = verb === "update" ? { type: x % 2 ? "number" : "text", execute: true } : {};
    await attempt(`bases.props.${verb}`, { base, prop, ...more, ...(verb === "purge" && { execute: true }) });
  },
  view: ({ attempt }, { base }, x) => attempt("bases.views.create", { base, name: `V${x % 2}` }),
};

const said = (parcels: readonly Parcel[]) =>
  Object.fromEntries(
    parcels.flatMap(({ domain, name, wire }) => (wire === undefined ? [] : [[`${domain} ${name.join(" ")}`, wire]])),
  );

/** Values that users see and that are derived from records: counts, orders, days. */
async function shown({ post }: Site, { base, list, calendar, chats }: Things) {
  const days = { calendar, from: "2026-11-01", to: "2026-12-30", expand: true, limit: "500" };
  const ids = (found: { id: string }[]) => found.map(({ id }) => id).sort();
  return {
    ready: ids((await post("tasks.ready", { limit: "500" })).tasks),
    rowCount: (await post("bases.show", { base })).base.rowCount,
    properties: (await post("bases.props.list", { base })).properties,
    members: (await post("chats.lists.members", { list })).total,
    messages: (await post("chats.show", { chatId: chats[0] })).chat.messageCount,
    events: ids((await post("calendars.events.list", days)).events),
  };
}

/** Exchanges all records between all gateways until they are equal. */
async function settle(sites: readonly Site[], things: Things, mark: string): Promise<void> {
  const marks = sites.map((_, n) => `${mark}-${n}`);
  for (const [n, { post }] of sites.entries()) await post("agents.create", { id: marks[n] });
  await until(async () => {
    for (const from of sites) for (const to of sites) if (from !== to) await to.take(from.site, await from.all());
    const [first, ...others] = await Promise.all(sites.map(async (site) => said(await site.all())));
    for (const one of marks) expect(first).toHaveProperty([`agents agent ${one}`]);
    for (const other of others) expect(other).toEqual(first);
    const [seen, ...alike] = await Promise.all(sites.map((site) => shown(site, things)));
    for (const one of alike) expect(one).toEqual(seen);
  });
}

const n = fc.nat(40);
const step = fc.oneof(
  { weight: 3, arbitrary: fc.record({ do: fc.constantFrom(...Object.keys(acts)), at: n, x: n, y: n }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant("carry"), at: n, x: n, y: n }) },
);

it("converges for all groups on three gateways after partial, late and reordered exchanges", async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 10, maxLength: 60 }), async (steps) => {
      const sites = await Promise.all(Array.from({ length: SITES }, openSite));
      const things = await furnish(sites[0] as Site);
      await settle(sites, things, "begin");
      for (const { do: what, at, x, y } of steps) {
        const site = sites[at % SITES] as Site;
        const act = acts[what];
        if (act) await act(site, things, x, y);
        else {
          const from = sites[y % SITES] as Site;
          const parcels = (await from.all()).filter((_, place) => (x >> (place % 4)) & 1);
          if (from !== site) await site.take(from.site, x % 2 ? parcels.reverse() : parcels);
        }
      }
      await settle(sites, things, "end");
      await Promise.all(sites.map(({ stop }) => stop()));
    }),
    { ...SHRINK_IN_TIME, numRuns: 15 },
  );
});
