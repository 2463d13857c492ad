import agents from "@postern/agents";
import bases from "@postern/bases";
import calendars from "@postern/calendars";
import chats from "@postern/chats";
import { T } from "@postern/core";
import memory from "@postern/storage-memory";
import tasks from "@postern/tasks";
import { expect, it } from "vitest";
import { until } from "../../run/until.ts";
import { notesPlugin } from "./fixtures/notes.ts";
import { openSide, type Side } from "./gateway.ts";

const NEWER = "site_aaaaaaaaaaaaaaaaaaaaaaaa";
const ADDED = { addedLater: { deep: [1, "two"] } };
const TIMES = { startAt: "2026-11-23T09:00:00+01:00", endAt: "2026-11-23T10:00:00+01:00" };
const plugins = () => [agents(), bases(), calendars({ timezone: "Europe/Berlin" }), chats(), tasks()];

interface Parcel {
  domain: string;
  name: string[];
  vector: Record<string, number>;
  wire: Record<string, unknown>;
}

/** Creates a record of every synced kind. */
async function furnish({ post }: Side) {
  const { agent } = await post("agents.create", { id: "agent-1" });
  const { chat } = await post("chats.create", { title: "Tea", agentId: agent.id });
  const selector = { match: "all", where: [{ field: "kind", op: "eq", value: "room" }] };
  const { list } = await post("chats.lists.create", { name: "All", owner: "team:t", mode: "hybrid", selector });
  await post("chats.lists.add", { list: list.id, chatId: chat.id });
  await post("chats.messages.create", { chatId: chat.id, actorId: "ann", content: "x", clientMessageId: "m" });
  const ids: string[] = [];
  for (const title of ["first", "second"]) ids.push((await post("tasks.create", { title })).task.id);
  await post("tasks.deps.add", { taskId: ids[1], dependencyTaskId: ids[0] });
  await post("tasks.comment", { taskId: ids[0], text: "x" });
  const { calendar } = await post("calendars.create", { name: "Team" });
  await post("calendars.events.create", {
    calendar: calendar.id,
    title: "x",
    ...TIMES,
    attendees: [{ agent: agent.id }],
  });
  const props = [
    { name: "Company", type: "text" },
    { name: "Sum", type: "number" },
    { name: "State", type: "select", config: { options: [{ name: "new" }, { name: "old" }] } },
  ];
  const { base } = await post("bases.create", { name: "Same", props });
  await post("bases.rows.create", { base: base.id, values: { company: "x" } });
  await post("bases.views.create", { base: base.id, name: "All" });
  await post("bases.charts.create", { base: base.id, name: "Sums", kind: "bar", x: "company", y: "sum:sum" });
  return { agent: agent.id, chat: chat.id, task: ids[0], calendar: calendar.id };
}

/** Returns all records of all kinds as gateways fetch them. */
async function allOf({ post }: Side): Promise<Parcel[]> {
  const found: Parcel[] = [];
  const { domains } = (await post("sync.domains.list")) as { domains: { id: string; kinds: string[] }[] };
  for (const { id: domain, kinds } of domains)
    for (const kind of kinds) {
      const { pages } = await post("sync.pull", { site: "", from: [{ domain, kind }] });
      found.push(...(pages[0]?.records ?? []).map((one: object) => ({ domain, ...one })));
    }
  return found;
}

/** Free-form fields with arbitrary contents, in which additions do not count as fields of a newer version. */
const FREE = [
  "content",
  "metadata",
  "values",
  "raw",
  "recurrence",
  "providerProvenance",
  "safePayload",
  "rawProvenance",
];

/** Adds a field to each object of a value, also in lists. */
function deepened(value: unknown, name = ""): unknown {
  if (Array.isArray(value)) return value.map((item) => deepened(item));
  if (typeof value !== "object" || value === null || FREE.includes(name)) return value;
  const members = Object.entries(value).map(([name, inner]) => [name, deepened(inner, name)]);
  return { ...Object.fromEntries(members), ...ADDED };
}

/** Sends records like a newer version whose objects all have an additional field. */
const newerOf = (parcels: readonly Parcel[]): Parcel[] =>
  parcels.map((one) => ({
    ...one,
    vector: { ...one.vector, [NEWER]: 1 },
    wire: deepened(one.wire) as Parcel["wire"],
  }));

/** Expects that each record has the added fields at all places. */
async function expectAdded(side: Side, records: readonly Parcel[]): Promise<Parcel[]> {
  const all = await allOf(side);
  expect(all).toHaveLength(records.length);
  for (const { domain, name, wire } of records) {
    const same = all.find((one) => one.domain === domain && one.name.join("/") === name.join("/"));
    expect({ name, paths: pathsOf(same?.wire) }).toEqual({ name, paths: pathsOf(wire) });
  }
  return all;
}

/** The paths of the added field in a value. */
function pathsOf(value: unknown, path = ""): string[] {
  if (typeof value !== "object" || value === null) return [];
  const own = "addedLater" in value ? [path] : [];
  return [...own, ...Object.entries(value).flatMap(([name, inner]) => pathsOf(inner, `${path}/${name}`))].sort();
}

it("passes on and keeps fields of a newer version, also nested ones", async () => {
  const one = await openSide({ plugins: plugins() });
  const two = await openSide({ plugins: plugins() });
  const things = await furnish(one);
  for (const side of [one, two]) await side.enable();
  const kinds = (await one.post("sync.domains.list")).domains.flatMap(({ kinds }: { kinds: string[] }) => kinds);
  await until(async () => expect(new Set((await allOf(one)).map(({ name }) => name[0]))).toEqual(new Set(kinds)));
  const records = newerOf(await allOf(one));
  // These include fields of nested objects and of list items.
  const places = records.flatMap(({ wire }) => pathsOf(wire));
  expect([places.some((path) => /^\/[a-z]+$/i.test(path)), places.some((path) => /\/\d+$/.test(path))]).toEqual([
    true,
    true,
  ]);
  const { results } = await one.post("sync.push", { site: NEWER, records });
  expect(new Set(results.map(({ status }: { status: string }) => status))).toEqual(new Set(["acked"]));
  const known = await expectAdded(one, records);
  expect((await one.post("sync.conflicts.list")).total).toBe(0);
  // They reach a third gateway, and nothing is sent twice.
  await two.post("sync.push", { site: (await one.post("sync.pull", { site: "", from: [] })).site, records: known });
  await until(async () => expectAdded(two, records));
  const before = two.bySync().length;
  await two.post("sync.push", { site: NEWER, records: known });
  expect(two.bySync()).toHaveLength(before);
  // A change on this gateway keeps them.
  await one.post("agents.update", { id: things.agent, name: "Other" });
  await one.post("chats.update", { chatId: things.chat, title: "Other" });
  await one.post("tasks.update", { taskId: things.task, title: "Other" });
  await one.post("calendars.update", { calendar: things.calendar, name: "Other" });
  await until(async () => {
    const changed = (await allOf(one)).filter(({ wire }) => [wire.name, wire.title].includes("Other"));
    expect(changed).toHaveLength(4);
    for (const { wire } of changed) expect(wire).toMatchObject(ADDED);
  });
  await expectAdded(one, records);
  // If another gateway removes them, they are removed here too.
  const agent = (await allOf(one)).find(({ name }) => name[0] === "agent") as Parcel;
  const { addedLater: _, ...wire } = agent.wire;
  await one.post("sync.push", { site: NEWER, records: [{ ...agent, vector: { ...agent.vector, [NEWER]: 2 }, wire }] });
  expect((await allOf(one)).find(({ name }) => name[0] === "agent")?.wire).toEqual(wire);
});

it("adds fields that were stored apart to the record once the version knows them", async () => {
  const storage = memory();
  const old = await openSide({ storage });
  await old.enable();
  const record = { domain: "notes", name: ["note", "tea"], vector: { [NEWER]: 1 } };
  await old.post("sync.push", { site: NEWER, records: [{ ...record, wire: { text: "hot", color: "green" } }] });
  expect(await old.records()).toEqual({ "notes note tea": { text: "hot", color: "green" } });
  await old.stop();
  const newer = await openSide({ storage, plugins: [notesPlugin({ color: T.Optional(T.String()) })] });
  await until(async () =>
    expect((await newer.post("notes.show", { id: "tea" })).note).toMatchObject({ color: "green" }),
  );
  await newer.note("tea", "cold", { color: "black" });
  await until(async () =>
    expect(await newer.records()).toEqual({ "notes note tea": { text: "cold", color: "black" } }),
  );
  await newer.note("tea", "gone");
  await until(async () => expect(await newer.records()).toEqual({ "notes note tea": { text: "gone" } }));
});
