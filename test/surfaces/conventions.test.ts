import { createGateway, type Plugin } from "@postern/core";
import { presentationOf } from "@postern/core/presentation";
import { testGateway } from "@postern/core/testing";
import { describe, expect, it, onTestFinished } from "vitest";
import { flagsOf } from "../../plugins/cli/src/flags.ts";
import { groups } from "../architecture/sources.ts";

const plugins = await Promise.all(
  groups.map(async (name) => ((await import(`@postern/${name}`)) as { default: () => Plugin }).default()),
);
const { operations } = createGateway({ plugins }).manifest;

/** Operations of the specification that run at once, although they start or stop work outside the store. */
const specified = ["channels.stop", "tasks.profiles.init"];
/** These plan first if they send something, can lose values, or make properties from the columns of a file. */
const depend = [
  "bases.props.update",
  "bases.rows.import",
  "calendars.events.create",
  "calendars.events.restore",
  "calendars.events.update",
  "service.gateways.drain",
];

describe("which operations show their plan first", () => {
  const planned = operations.filter(({ dryRun }) => dryRun === "always").map(({ id }) => id);

  it("are operations that send, publish, spend or destroy what cannot be restored", () => {
    const costly = operations.filter(
      ({ effect, properties }) => effect === "external" || (effect === "destroy" && !properties.includes("restricts")),
    );
    expect(planned).toEqual(costly.map(({ id }) => id).filter((id) => !specified.includes(id)));
    expect(costly.map(({ id }) => id)).toEqual(expect.arrayContaining(specified));
  });

  it("are none that only take rights or work away", () => {
    const restricting = operations.filter(({ properties }) => properties.includes("restricts"));
    expect(restricting.map(({ id }) => id)).toEqual(expect.arrayContaining(["context.revoke", "hooks.disable"]));
    expect(restricting.filter(({ dryRun }) => dryRun !== "never")).toEqual([]);
  });

  it("are few others, if they do so", () => {
    const others = operations.filter(({ dryRun }) => dryRun === "conditional");
    expect(others.map(({ id, effect }) => [id, effect])).toEqual(depend.map((id) => [id, "write"]));
  });

  it.each([
    "agents.turns.discard",
    "channels.adapters.remove",
    "hooks.remove",
    "sync.conflicts.resolve",
    "tasks.comments.remove",
  ])("include %s, which cannot be undone", (id) => expect(planned).toContain(id));

  it.each([
    "calendars.accounts.check",
    "calendars.sync",
    "credentials.connections.check",
    "credentials.vault.rotate",
    "hooks.test",
    "responders.check",
    "sync.run",
    "sync.verify",
  ])("do not include %s, which is harmless", (id) => expect(planned).not.toContain(id));

  it.each([
    "agents.debounce",
    "agentx.sessions.archive",
    "bases.props.restore",
    "channels.stop",
    "chats.lists.recompute",
    "chats.messages.create",
    "credentials.connections.disable",
    "tasks.deps.add",
    "tasks.profiles.init",
  ])("do not include %s, whose specification has no execute and which refuses it", async (id) => {
    const { admin, stop } = await testGateway({ plugins });
    onTestFinished(stop);
    const input = operations.find((operation) => operation.id === id)?.examples[0]?.input;
    const { status, body } = await admin.post(id, { ...input, execute: true });
    expect([status, body.issues?.[0]]).toMatchObject([400, { path: "/execute", code: "additionalProperties" }]);
  });

  it("are the only ones with a field execute", () => {
    const documented = operations.filter(({ input }) => "execute" in (input.properties as object));
    expect(documented.map(({ id }) => id).sort()).toEqual([...planned, ...depend].sort());
  });
});

describe("numbers in inputs", () => {
  /** The operations of the specification, which has these numbers as strings. */
  const texts = [
    "agents.debounce ms",
    "audio.tts speed",
    "bases.props.restore expectedSchemaVersion",
    "calendars.list limit",
    "calendars.list offset",
    "chats.lists.members limit",
    "chats.lists.members offset",
    "prox.calls.profiles.list limit",
    "prox.calls.profiles.list offset",
  ];

  it("are strings where the specification says so, and may be both elsewhere", () => {
    const fields = operations.flatMap(({ id, input }) =>
      Object.entries(input.properties as Record<string, { type: unknown; "x-range"?: unknown }>)
        .filter(([, field]) => field["x-range"])
        .map(([name, { type }]) => [`${id} ${name}`, type] as const),
    );
    expect(fields.length).toBeGreaterThan(100);
    expect(fields.filter(([, type]) => type === "string").map(([place]) => place)).toEqual(texts);
    for (const [place, type] of fields.filter(([place]) => !texts.includes(place)))
      expect([place, type]).toEqual([place, [expect.stringMatching(/^(integer|number)$/), "string"]]);
  });

  it.each([
    ["chats.list", "limit", [10, "10"], [0, 501, 1.5, "010", " 10", true, null, -1, "1e1"]],
    ["calendars.list", "limit", ["10"], [10, "0", "501", "010"]],
    ["calendars.events.list", "from", [1_795_255_200_000, "1795255200000"], [1.5, true, "soon"]],
  ])("of %s are read strictly", async (id, field, fits, wrong) => {
    const { admin, stop } = await testGateway({ plugins });
    onTestFinished(stop);
    const send = (value: unknown) => admin.post(id, { [field]: value });
    for (const value of fits) {
      const { status, body } = await send(value);
      expect([value, status, field === "limit" ? body.limit : 10]).toEqual([value, 200, 10]);
    }
    for (const value of wrong) {
      const { status, body } = await send(value);
      expect([value, status, body.issues?.[0].path]).toEqual([value, 400, `/${field}`]);
    }
  });
});

describe("every field that is a point in time", () => {
  interface Field {
    type?: unknown;
    pattern?: string;
    description?: string;
  }
  interface Members {
    properties?: Record<string, Members>;
  }

  const fields = operations.flatMap(({ id, input }) =>
    Object.entries(input.properties as Record<string, Field>).map(([name, field]) => ({ id, name, field, input })),
  );
  const times = fields.filter(({ field }) => presentationOf(field).time);

  it("accepts local times on the command line", () => {
    const found = fields.filter(
      ({ name, field: { pattern = "", description = "", type } }) =>
        /\[0-9\]\{4\}-|\\d\{4\}-/.test(pattern) ||
        /Unix milliseconds|ISO 8601/.test(description) ||
        (/([a-z]At|Timestamp|Until|Since)$|^(at|since|until)$/.test(name) && [type].flat().includes("integer")),
    );
    expect(found.length).toBeGreaterThan(15);
    expect(found.filter((one) => !times.includes(one)).map(({ id, name }) => `${id} ${name}`)).toEqual([]);
  });

  it("takes other values from fields before it, and from members of queries that exist", () => {
    for (const { id, name, field, input } of times) {
      const { zone = [], after = [], on = [] } = presentationOf(field).time ?? {};
      const own = Object.keys(input.properties as object);
      for (const source of [...zone, ...after, ...on]) {
        const place = `${id} ${name} ${JSON.stringify(source)}`;
        if (typeof source === "string") {
          // Fields are resolved in the order of the input.
          const known = zone.includes(source) ? own : own.slice(0, own.indexOf(name));
          expect([place, known.includes(source)]).toEqual([place, true]);
          continue;
        }
        const query = operations.find((operation) => operation.id === source.query && operation.kind === "query");
        const schemaAt = (schema: unknown, path: string) =>
          path.split(".").reduce((of, part) => of?.properties?.[part], schema as Members | undefined);
        for (const asked of Object.keys(source.from)) expect(schemaAt(query?.input, asked), place).toBeDefined();
        expect(schemaAt(query?.output, source.member), place).toBeDefined();
      }
    }
  });
});

describe("JSON flags", () => {
  it("show their shape and a JSON example in the help", () => {
    const flags = operations.flatMap((operation) =>
      flagsOf(operation)
        .filter(({ kind }) => kind === "json" || kind === "jsons")
        .map(({ field, description }) => ({ place: `${operation.id} ${field}`, description })),
    );
    expect(flags.length).toBeGreaterThan(20);
    for (const { place, description } of flags) {
      const [, shape = "", example = ""] = /\(JSON: (.+), for example '(.+)'(?:; [^']*)?\)$/s.exec(description) ?? [];
      expect([place, shape === ""]).toEqual([place, false]);
      expect([place, JSON.parse(example.replaceAll("'\\''", "'"))]).toEqual([place, expect.anything()]);
    }
  });
});
