import type { OperationEntry, Plugin } from "@postern/core";
import { testGateway } from "@postern/core/testing";
import { beforeAll, describe, expect, it } from "vitest";
import { groups } from "../architecture/sources.ts";

const plugins = await Promise.all(
  groups.map(async (name) => {
    const { default: make } = (await import(`../../plugins/${name}/src/index.ts`)) as { default: () => Plugin };
    return make();
  }),
);

interface Field {
  readonly type?: string | readonly string[];
  readonly pattern?: string;
  readonly minimum?: number;
  readonly maximum?: number;
  readonly maxLength?: number;
  readonly "x-range"?: readonly [number, number];
}

const MAX_COUNT = Number.MAX_SAFE_INTEGER;
/** As texts; whether a field takes each is up to its pattern and range. */
const NUMBERS = [
  "0",
  "1",
  "-1",
  `${2 ** 31}`,
  `${2 ** 48}`,
  `${MAX_COUNT - 1}`,
  `${MAX_COUNT}`,
  `${MAX_COUNT + 1}`,
  "9".repeat(15),
  "9".repeat(30),
];
const DATES = ["0001-01-01T00:00:00Z", "9999-12-31T23:59:59Z", "+275760-09-13T00:00:00Z", "-271821-04-20T00:00:00Z"];
const DAYS = ["0001-01-01", "9999-12-31"];
const CURSORS = [
  ...NUMBERS,
  "0.0",
  `${MAX_COUNT}.999999999`,
  `${"9".repeat(15)}.${"9".repeat(15)}`,
  "9999999999999999.999999999",
  "f".repeat(24),
  "0".repeat(24),
  "~",
  "\u0000",
  "\ud800",
  ...DATES,
  ...DAYS,
];

/** The values that a field is tried with; undefined for one that is neither a number nor a place in an order. */
function boundsOf(name: string, field: Field): readonly unknown[] | undefined {
  const { type, minimum, maximum, "x-range": range } = field;
  if (type === "integer" || type === "number") {
    const own = [minimum, maximum].filter((one) => one !== undefined).flatMap((one) => [one - 1, one, one + 1]);
    return [...own, 0, -1, 1.5, MAX_COUNT, MAX_COUNT + 2, -MAX_COUNT, 1e308, 5e-324];
  }
  if (range) {
    const texts = [...range.flatMap((one) => [`${one - 1}`, `${one}`, `${one + 1}`]), ...NUMBERS];
    return type === "string" ? texts : [...texts, ...texts.map(Number), 1.5, 5e-324];
  }
  return type?.includes("string") && /^(after|before|since|until|from|to|cursor|upTo|startAt|endAt|newest)$/.test(name)
    ? CURSORS
    : undefined;
}

let fixture: Awaited<ReturnType<typeof open>>;
async function open() {
  const opened = await testGateway({ plugins, background: false });
  const made = async (id: string, body: object) => {
    const reply = await opened.admin.post(id, body);
    expect(reply.status, `${id} ${JSON.stringify(reply.body)}`).toBe(200);
    return reply.body;
  };
  const chat = (await made("chats.create", { title: "Tea" })).chat.id;
  const message = { chatId: chat, actorId: "ada", clientMessageId: "m", content: "Hello" };
  const { messageId } = await made("chats.messages.create", message);
  const list = (
    await made("chats.lists.create", {
      name: "All",
      mode: "hybrid",
      selector: { match: "all", where: [{ field: "kind", op: "eq", value: "dm" }] },
    })
  ).list.id;
  await made("chats.lists.add", { list, chatId: chat });
  const base = (await made("bases.create", { name: "Leads", props: [{ name: "Worth", type: "number" }] })).base.id;
  const row = (await made("bases.rows.create", { base, values: { worth: 1 } })).row.id;
  const calendar = (await made("calendars.create", { name: "Work" })).calendar.id;
  const times = { startAt: "2026-11-23T08:00:00Z", endAt: "2026-11-23T09:00:00Z" };
  const event = (await made("calendars.events.create", { calendar, title: "Tea", ...times })).event.id;
  const agent = (await made("agents.create", { id: "main" })).agent.id;
  const taskId = (await made("tasks.create", { title: "Brew" })).task.id;
  /** What is there, under the names that fields have for it. */
  const there: Readonly<Record<string, unknown>> = {
    chatId: chat,
    messageId,
    list,
    listId: list,
    base,
    row,
    calendar,
    event,
    agent,
    taskId,
  };
  return { ...opened, there };
}
beforeAll(async () => {
  fixture = await open();
  return () => fixture.stop();
});

const operations = await (async () => {
  const { gateway, stop } = await testGateway({ plugins });
  const found = gateway.manifest.operations;
  await stop();
  return found;
})();
const tried = operations.flatMap((operation) =>
  Object.entries((operation.input as { properties?: Record<string, Field> }).properties ?? {}).flatMap(
    ([name, field]) => {
      const values = boundsOf(name, field);
      return values ? [{ operation, name, values, at: `${operation.id} ${name}` }] : [];
    },
  ),
);

/** An example of an operation, of things that are there. */
function inputOf({ examples, input }: OperationEntry): Record<string, unknown> {
  const { properties = {} } = input as { properties?: Record<string, Field> };
  const known = Object.entries(fixture.there).filter(
    ([name]) => name in properties && name in (examples[0]?.input ?? {}),
  );
  return { ...examples[0]?.input, ...Object.fromEntries(known) };
}

describe("a number or a cursor at its bounds is answered or refused, and never fails", () => {
  it("in many fields", () => expect(tried.length).toBeGreaterThan(120));

  it.each(tried)("$at", async ({ operation, name, values }) => {
    const plan: Record<string, string> = operation.kind === "command" ? { "x-dry-run": "true" } : {};
    for (const value of values) {
      const { status, body } = await fixture.admin.post(operation.id, { ...inputOf(operation), [name]: value }, plan);
      expect(status, `${JSON.stringify(value)}: ${JSON.stringify(body)}`).toBeLessThan(500);
    }
  });
});

describe("the longest text that a field takes", () => {
  it.each(operations)("$id has room in its body", ({ input, bodyLimit }) => {
    const { properties = {} } = input as { properties?: Record<string, Field> };
    for (const [name, { maxLength = 0 }] of Object.entries(properties))
      expect({ name, fits: maxLength + 1_024 <= bodyLimit }).toEqual({ name, fits: true });
  });
});
