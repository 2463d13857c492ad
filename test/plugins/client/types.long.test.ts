import { type TypedManifest, typesOf } from "@postern/client/types";
import { createGateway, defineGroup, definePlugin, defineQuery, T } from "@postern/core";
import { describe, expect, it } from "vitest";
import { compile, forNode, measure } from "./run/compile.ts";
import { everyCall, firstParty } from "./run/every-call.ts";
import { firstPartyManifest } from "./run/first-party.ts";

const client = 'import { createClient } from "@postern/client";\n';
describe("the types of the first-party operations", () => {
  it("accept the examples of every operation, and give the compiler little work", async () => {
    const manifest = await firstPartyManifest();
    const program = `${firstParty}${everyCall(manifest.operations)}`;
    expect(compile({ "every.ts": program })).toBe("");
    const nothing = measure({ "empty.ts": "export {};\n" });
    const every = measure({ "every.ts": program });
    expect(every.instantiations - nothing.instantiations).toBeLessThan(200_000);
  });

  it("type inputs, answers, plans, items, events and errors", () => {
    const program = `${firstParty}
      const { chat } = await client.chats.create({ title: "Tea" });
      chat.title satisfies string | undefined;
      const shown = await client.widgets.publish({ dir: "a" });
      shown.plan.summary satisfies string;
      const done = await client.widgets.publish({ dir: "a" }, { execute: true });
      done satisfies Api["widgets.publish"]["output"];
      const plan = await client.widgets.publish.plan({ dir: "a" });
      (await plan.execute()) satisfies Api["widgets.publish"]["output"];
      for await (const chat of client.chats.list.all()) chat.id satisfies string | undefined;
      for await (const event of client.events({ types: ["chats.message.created", "chats.chat.created"] })) {
        if (event.type === "gap") event.first satisfies string;
        else if (event.type === "chats.chat.created") event.data satisfies Api["~events"]["chats.chat.created"];
      }
      try {} catch (error) {
        if (client.isError(error, "chats.chat_not_found")) error.data.chatId satisfies string;
      }
      (await client.bases.imports.upload.from("a", { base: "b" })) satisfies string[];
      await client.agents.turns.work("main", async (turn, { draft }) => draft(turn.id));
    `;
    expect(compile({ "typed.ts": program })).toBe("");
    const faults = compile({ "typed.ts": program }, forNode).split("\n");
    expect(faults.filter((line) => line.includes("client"))).toEqual([]);
  });

  it("refuse wrong paths, fields, values and plans of queries", () => {
    const wrong = [
      "client.chats.creat({});",
      'client.chats.create({ titel: "" });',
      "client.chats.create({ title: 1 });",
      "client.chats.show();",
      "client.chats.list.plan({});",
      "client.chats.create.all();",
      'client.isError(0, "chats.nothing");',
      "(await client.widgets.publish({ dir: '' })).widget;",
    ];
    const errors = compile({ "wrong.ts": `${firstParty}${wrong.join("\n")}` });
    const lines = new Set([...errors.matchAll(/^wrong\.ts\((\d+),/gm)].map(([, line]) => Number(line) - 4));
    expect([...lines]).toEqual(wrong.map((_, at) => at));
  });
});

describe("the types of a gateway", () => {
  const group = defineGroup("odd", { title: "Odd" });

  it("cannot be broken by names and texts", () => {
    const hostile = '*/ export const broken = "';
    const odd = defineQuery(group, {
      id: "odd.things.show",
      summary: `Show\n${hostile}`,
      description: "`$`{1} \\u002a/ */",
      input: T.Object({ "a-b": T.Optional(T.String({ description: hostile })), 'q"uo\\te': T.Optional(T.Null()) }),
      output: T.Object({
        "\u2028": T.String(),
        __proto: T.Literal('"*/'),
        "2nd": T.Array(T.Union([T.String(), T.Number()])),
      }),
      run: () => ({ "\u2028": "", __proto: '"*/' as const, "2nd": [] }),
    });
    const text = typesOf(
      createGateway({ plugins: [definePlugin(group, { version: "1.0.0", operations: [odd] })()] }).manifest,
    );
    const program = `${client}import type { Api } from "./api.d.ts";
      const { "2nd": second } = await createClient<Api>({ url: "", key: "" }).odd.things.show({ "a-b": "" });
      second satisfies (string | number)[];`;
    expect(compile({ "api.d.ts": text, "odd.ts": program })).toBe("");
    expect(text).not.toMatch(/^export const/m);
  });

  it("have schemas that contain themselves, records, tuples and references", () => {
    const tree = { $id: "Tree", type: "object", properties: { inner: { type: "array", items: { $ref: "Tree" } } } };
    const manifest: TypedManifest = {
      ...{ core: "1.0.0", digest: "abc", events: [], errors: [] },
      groups: [
        { name: "odd", schemas: { Leaf: { type: "object", required: ["a"], properties: { a: { type: "string" } } } } },
      ],
      operations: [
        {
          ...{
            id: "odd.show",
            group: "odd",
            kind: "query",
            dryRun: "never",
            summary: "Show",
            scope: "odd:read",
            errors: [],
          },
          input: { type: "object", properties: {} },
          output: {
            type: "object",
            required: ["tree", "leaf", "pair", "map", "word", "none"],
            properties: {
              tree,
              leaf: { $ref: "#/components/schemas/Leaf" },
              pair: { type: "array", prefixItems: [{ type: "string" }, { type: "number" }], items: false },
              map: { type: "object", additionalProperties: { type: "number" } },
              word: { enum: ["a", 1, null] },
              none: { type: ["string", "null"] },
            },
          },
        },
      ],
    };
    const program = `${client}import type { Api } from "./api.d.ts";
      const { tree, leaf, pair, map, word, none } = await createClient<Api>({ url: "", key: "" }).odd.show();
      tree.inner?.[0]?.inner satisfies unknown[] | undefined;
      leaf.a satisfies string;
      pair satisfies [string, number];
      map["x"] satisfies number | undefined;
      word satisfies "a" | 1 | null;
      none satisfies string | null;`;
    expect(compile({ "api.d.ts": typesOf(manifest), "odd.ts": program })).toBe("");
    expect(typesOf(manifest)).toMatch(/^\/\/ Written by "postern types" for Postern 1\.0\.0, interface abc\./);
  });

  it("are the same each time they are written", async () => {
    const manifest = await firstPartyManifest();
    const reversed = { ...manifest, operations: [...manifest.operations].reverse() };
    expect(typesOf(reversed) === typesOf({ ...manifest, operations: manifest.operations })).toBe(true);
  });
});
