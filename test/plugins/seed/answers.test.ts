import { fileURLToPath } from "node:url";
import { createGateway, type Plugin } from "@postern/core";
import { testGateway } from "@postern/core/testing";
import { describe, expect, it, onTestFinished } from "vitest";
import { type Shape, SPECIFIED } from "./members.ts";

interface Schema {
  readonly type?: string;
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly required?: readonly string[];
  readonly items?: Schema;
  readonly anyOf?: readonly Schema[];
  readonly const?: unknown;
  readonly default?: unknown;
  readonly description?: string;
  readonly additionalProperties?: unknown;
}

const folder = fileURLToPath(new URL("../../../plugins", import.meta.url));
const groups = [...new Set(Object.keys(SPECIFIED).map((id) => id.split(".")[0] as string))];
const plugins = await Promise.all(
  groups.map(async (name) => {
    const { default: make } = (await import(`${folder}/${name}/src/index.ts`)) as { default: () => Plugin };
    return make();
  }),
);
const { operations } = createGateway({ plugins }).manifest;
const outputOf = (id: string) => operations.find((one) => one.id === id)?.output as unknown as Schema;

/** What of a schema is not as it is specified, one line a member. Members of ours beside those specified are allowed. */
function faults(schema: Schema | undefined, shape: Shape, at: string): string[] {
  if (!schema) return [`${at} is missing`];
  if (typeof shape === "string") return isTyped(schema, shape) ? [] : [`${at} is no ${shape}`];
  if (Array.isArray(shape)) {
    const [items] = shape as readonly [Shape];
    return schema.type === "array" ? faults(schema.items, items, `${at}[]`) : [`${at} is no array`];
  }
  return Object.entries(shape).flatMap(([written, inner]) => {
    const [said = "", nullable] = written.split("|");
    const name = said.replace("?", "");
    const member = schema.properties?.[name];
    const missing = said === name && !schema.required?.includes(name) ? [`${at}.${name} may be absent`] : [];
    const isNullable = member?.anyOf?.some(({ type }) => type === "null") === true;
    const nulls =
      isNullable === (nullable !== undefined) ? [] : [`${at}.${name} ${nullable ? "is never" : "may be"} null`];
    const known = isNullable ? member.anyOf?.find(({ type }) => type !== "null") : member;
    return [...missing, ...nulls, ...faults(known, inner as Shape, `${at}.${name}`)];
  });
}

function isTyped({ type, const: value }: Schema, wanted: string): boolean {
  if (wanted === "number") return type === "number" || type === "integer" || typeof value === "number";
  return type === wanted;
}

/** Every schema within one, with where it stands. */
function within(schema: Schema, at: string): [string, Schema][] {
  const members = Object.entries(schema.properties ?? {}).flatMap(([name, one]) => within(one, `${at}.${name}`));
  const choices = (schema.anyOf ?? []).flatMap((one) => within(one, at));
  return [[at, schema], ...members, ...choices, ...(schema.items ? within(schema.items, `${at}[]`) : [])];
}

describe("a specified operation answers every member that is not marked optional", () => {
  it.each(Object.keys(SPECIFIED))("%s", (id) => {
    const found = faults(outputOf(id), SPECIFIED[id] as Shape, id);
    // The field `fields` leaves members of a list's items out: its schema allows that, and the next test what is answered without.
    const isNarrowed = (fault: string) => id === "calendars.list" && /\[\]\.\w+ may be absent$/.test(fault);
    expect(found.filter((fault) => !isNarrowed(fault))).toEqual([]);
  });
});

it("promises no other members in the answer of channels.stop, at any depth", () => {
  const objects = within(outputOf("channels.stop"), "").filter(([, { properties }]) => properties !== undefined);
  expect(objects.map(([at]) => at)).toContain(".status.runner.outbound.publishOutbox.lastError");
  expect(objects.filter(([, { additionalProperties }]) => additionalProperties !== false)).toEqual([]);
});

/** A list of the specification: what it takes beside pages, what it needs to have two items, and what each of them has. */
interface Listed {
  readonly operation: string;
  readonly items: string;
  readonly input?: Readonly<Record<string, string>>;
  readonly before?: readonly (readonly [operation: string, body: object])[];
  /** Member by member, as JavaScript types it. */
  readonly item: Readonly<Record<string, string>>;
  readonly isPaged: boolean;
}

const shapeOf = (id: string, items: string): Record<string, string> => {
  const [shape] = (SPECIFIED[id] as unknown as Record<string, [Record<string, Shape>]>)[items] as [
    Record<string, Shape>,
  ];
  const required = Object.entries(shape).filter(([name]) => !name.endsWith("?"));
  return Object.fromEntries(required.map(([name, type]) => [name, typeof type === "string" ? type : "object"]));
};
const entry = (name: string) => ["chats.create", { kind: "room", title: name, clientChatId: name }] as const;

const LISTS: readonly Listed[] = [
  {
    operation: "calendars.list",
    items: "calendars",
    input: { status: "active" },
    before: [
      ["calendars.create", { name: "Work" }],
      ["calendars.create", { name: "Home" }],
    ],
    item: shapeOf("calendars.list", "calendars"),
    isPaged: true,
  },
  {
    operation: "chats.lists.members",
    items: "members",
    input: { list: "work" },
    before: [
      entry("lobby"),
      entry("kitchen"),
      [
        "chats.lists.create",
        {
          name: "work",
          mode: "dynamic",
          selector: { match: "all", where: [{ field: "kind", op: "eq", value: "room" }] },
        },
      ],
      ["chats.lists.recompute", { listId: "work" }],
    ],
    item: { chatId: "string", unreadCount: "number" },
    isPaged: true,
  },
  {
    operation: "prox.calls.profiles.list",
    items: "profiles",
    before: ["day", "night"].map(
      (profileId) => ["prox.calls.profiles.create", { profileId, name: profileId }] as const,
    ),
    item: { id: "string", name: "string", tags: "object" },
    isPaged: true,
  },
  {
    operation: "meetings.voice-runtimes",
    items: "candidates",
    item: shapeOf("meetings.voice-runtimes", "candidates"),
    isPaged: false,
  },
];

describe("a specified list, to a client that knows the specification alone", () => {
  it.each(LISTS)("$operation has every member of every item, page by page", async (listed) => {
    const { operation, items, input = {}, before = [], item, isPaged } = listed;
    const { admin, stop } = await testGateway({ plugins });
    onTestFinished(() => stop());
    for (const [id, body] of before) expect([id, (await admin.post(id, body)).status]).toEqual([id, 200]);
    const ask = async (more: object = {}) => (await admin.post(operation, { ...input, ...more })).body[items];
    const all: Record<string, unknown>[] = await ask();
    expect(all.length).toBeGreaterThan(1);
    for (const one of all)
      expect(Object.fromEntries(Object.keys(item).map((name) => [name, typeof one[name]]))).toEqual(item);
    if (!isPaged) return;
    expect([...(await ask({ limit: "1" })), ...(await ask({ limit: "500", offset: "1" }))]).toEqual(all);
  });

  it("answers only the specified members of a calendar", async () => {
    const { admin, stop } = await testGateway({ plugins });
    onTestFinished(() => stop());
    await admin.post("calendars.create", { name: "Work" });
    const [calendar] = (await admin.post("calendars.list")).body.calendars;
    expect(Object.keys(calendar).sort()).toEqual(Object.keys(shapeOf("calendars.list", "calendars")).sort());
  });
});

it("describes the value of a member if nothing is known", () => {
  const all = operations.flatMap(({ id, output }) => within(output as unknown as Schema, id));
  const empty = all.filter(([, one]) => one.default !== undefined);
  expect(empty.length).toBeGreaterThan(50);
  const silent = empty.filter(([, { description = "" }]) => !/(empty|0|1|false|gray|UTC) if /.test(description));
  expect(silent.map(([at]) => at)).toEqual([]);
});
