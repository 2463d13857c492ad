import {
  createGateway,
  defineCollection,
  defineCommand,
  defineEvent,
  defineGroup,
  definePlugin,
  defineQuery,
  defineRoute,
  type Group,
  oneOf,
  T,
} from "@postern/core";
import { assertDeclarations, testGateway } from "@postern/core/testing";
import { numeric } from "@postern/kit/fields";
import { defineConsumer, defineQueue } from "@postern/kit/queue";
import { describe, expect, it } from "vitest";

const group = defineGroup("feeds", { title: "Feeds" });
const output = T.Object({});

type Definition = Partial<Parameters<typeof definePlugin>[1]>;
const refusal = (definition: Definition, of: Group = group) => {
  const plugin = definePlugin(of, { version: "1.0.0", operations: [], ...definition });
  return expect(() => createGateway({ plugins: [plugin()] }));
};
const query = (input: ReturnType<typeof T.Object>, examples: { title: string; input: object }[] = []) =>
  defineQuery(group, { id: "feeds.list", summary: "List feeds", input, output, examples, run: () => ({}) } as never);

const declared = (definition: Definition) => {
  const plugin = definePlugin(group, { version: "1.0.0", operations: [], ...definition });
  return expect(() => assertDeclarations([plugin()]));
};

describe("assertDeclarations refuses, with the plugin and the place,", () => {
  it("an unknown scope of an operation or a route, with the existing scopes", () => {
    const look = defineQuery(group, {
      id: "feeds.look",
      summary: "Look",
      scope: "feeds:raed",
      input: T.Object({}),
      output: T.Object({}),
      examples: [{ title: "Look", input: {} }],
      run: () => ({}),
    });
    declared({ operations: [look] }).toThrow(
      'Plugin feeds 1.0.0: feeds.look has the unknown scope "feeds:raed". Use one of feeds:read, feeds:write',
    );
    const page = defineRoute(group, {
      ...{ method: "GET", path: "/feeds", summary: "Show feeds", scope: "all", produces: "text/html" },
      handle: () => new Response(""),
    });
    declared({ routes: [page] }).toThrow(
      'Plugin feeds 1.0.0: /feeds has the unknown scope "all". Use one of feeds:read, feeds:write, any, open',
    );
    declared({ routes: [{ ...page, scope: "any" }] }).not.toThrow();
  });

  it("a misspelled keyword anywhere in a schema", () => {
    const Name = T.Unsafe<string>({ type: "string", maxlength: 20 });
    const place = 'the input of feeds.list, feed, name: "maxlength" is not a JSON Schema keyword';
    declared({ operations: [query(T.Object({ feed: T.Object({ name: Name }) }))] }).toThrow(place);
    declared({ operations: [query(T.Object({ names: T.Array(Name) }))] }).toThrow(
      'names: "maxlength" is not a JSON Schema keyword',
    );
    const added = defineEvent("feeds.feed.added", { summary: "Added", data: T.Object({ name: Name }) });
    declared({ events: [added] }).toThrow('the event feeds.feed.added, name: "maxlength" is not a JSON Schema keyword');
  });

  it("an example that does not match its input schema", () => {
    const Page = numeric({ minimum: 1, maximum: 100 });
    const input = T.Object({
      url: T.String({ minLength: 3, pattern: "^h" }),
      limit: T.Optional(Page),
      kind: T.Optional(oneOf("rss", "atom")),
      tags: T.Optional(T.Array(T.Object({ name: T.String() }), { maxItems: 2 })),
      meta: T.Optional(T.Record(T.String(), T.Integer())),
      either: T.Optional(T.Union([T.String({ maxLength: 2 }), T.Null()])),
    });
    const place = 'Plugin feeds 1.0.0: the example "One" of feeds.list does not match its input schema: ';
    const wrong: [object, string][] = [
      [{}, "/url is required"],
      [{ url: "http", uri: "x" }, "/uri is not a known field"],
      [{ url: 5 }, "/url must be string"],
      [{ url: "hi" }, "/url must NOT have fewer than 3 characters"],
      [{ url: "ftp:" }, '/url must match pattern "^h"'],
      [{ url: "http", limit: "five" }, "/limit must be a number like 50"],
      [{ url: "http", limit: "500" }, "/limit must be from 1 to 100"],
      [{ url: "http", kind: "opml" }, "/kind must be one of rss, atom"],
      [{ url: "http", tags: [{ name: 1 }] }, "/tags/0/name must be string"],
      [{ url: "http", tags: [{ name: "a" }, { name: "b" }, { name: "c" }] }, "/tags must NOT have more than 2 items"],
      [{ url: "http", meta: { a: "b" } }, "/meta/a must be integer"],
      [{ url: "http", either: "abc" }, "/either must"],
    ];
    for (const [example, message] of wrong)
      declared({ operations: [query(input, [{ title: "One", input: example }])] }).toThrow(place + message);
    const whole = { url: "https://a", limit: "5", kind: "atom", tags: [{ name: "a" }], meta: { a: 1 }, either: null };
    declared({ operations: [query(input, [{ title: "One", input: whole }])] }).not.toThrow();
    declared({ operations: [query(input, [{ title: "One", input: { url: "http", execute: true } }])] }).not.toThrow();
  });
});

describe("createGateway refuses, with the plugin and the place,", () => {
  it("a plugin that was not called", () => {
    const plugin = definePlugin(group, { version: "1.0.0", operations: [] });
    expect(() => createGateway({ plugins: [plugin as never] })).toThrow(
      "plugins[0] is a function: call it with its configuration",
    );
  });

  it("a queue or a consumer that is missing from workers", () => {
    const own = defineGroup("jobs", { title: "Jobs" });
    const entry = T.Object({ name: T.String() });
    const work = defineQueue(own, "work", { one: "job", entry, handle: () => undefined });
    refusal({}, own).toThrow(
      'Plugin jobs 1.0.0: the worker "jobs.work" is not declared. Add it to "workers" of definePlugin.',
    );
    const follow = defineConsumer(own, "follow", { accept: () => false, handle: () => undefined });
    refusal({ workers: [work] }, own).toThrow('the worker "jobs.follow" is not declared');
    refusal({ workers: [work, follow] }, own).not.toThrow();
  });

  it.each(["1", "v1.0.0", "latest", "1.0", ""])("the version %j", (version) => {
    refusal({ version }).toThrow(`Plugin feeds ${version}: the version must be a semantic version like "1.2.0"`);
  });

  it.each([0, 1.5, Number.NaN])("the data version %d", (data) => {
    refusal({ data }).toThrow(`Plugin feeds 1.0.0: the data version must be a positive integer, got ${data}`);
  });

  it("a collection outside of its group, or two with the same name", () => {
    const collection = (name: string) =>
      defineCollection(name, { schema: T.Object({ id: T.String() }), key: ({ id }) => [id] });
    refusal({ collections: { foreign: collection("chats.feed") } }).toThrow(
      'Plugin feeds 1.0.0: the name "chats.feed" must start with "feeds."',
    );
    refusal({ collections: { alike: collection("feedsfeed") } }).toThrow(
      'the name "feedsfeed" must start with "feeds."',
    );
    refusal({ collections: { one: collection("feeds.feed"), two: collection("feeds.feed") } }).toThrow(
      "Plugin feeds 1.0.0 defines the collection feeds.feed twice",
    );
    refusal({ collections: { one: collection("feeds.feed"), LOCAL: "local", standing: () => "open" } }).not.toThrow();
  });

  it("a route with the path of an operation", () => {
    const look = query(T.Object({}), []);
    const page = defineRoute(group, {
      ...{ method: "POST", path: "/api/v1/feeds/list", summary: "Show feeds", scope: "any", produces: "text/html" },
      handle: () => new Response(""),
    });
    refusal({ operations: [look], routes: [page] }).toThrow(
      "Plugin feeds 1.0.0 defines the route /api/v1/feeds/list twice",
    );
  });

  it("an index in unique that does not exist", () => {
    const schema = T.Object({ id: T.String() });
    expect(() =>
      defineCollection("feeds.feed", { schema, key: ({ id }) => [id], unique: ["byId"] as never[] }),
    ).toThrow('Collection feeds.feed: "byId" in "unique" is not the name of an index');
  });

  it("a listener without an event", () => {
    const gateway = createGateway({ plugins: [] });
    expect(() => gateway.on(undefined as never, () => {})).toThrow('"on" needs the definition of an event, or "*"');
  });

  it("an event outside of its group", () => {
    const foreign = defineEvent("chats.chat.renamed", { summary: "Renamed", data: T.Object({}) });
    refusal({ events: [foreign] }).toThrow(
      'Plugin feeds 1.0.0: the name "chats.chat.renamed" must start with "feeds."',
    );
  });
});

it("an undeclared event cannot be emitted, and nothing is committed", async () => {
  const added = defineEvent("feeds.feed.added", { summary: "Added", data: T.Object({}) });
  const add = defineCommand(group, {
    id: "feeds.add",
    summary: "Add a feed",
    input: T.Object({}),
    output,
    plan: () => ({ summary: "Add a feed" }),
    execute({ emit }) {
      emit(added, {});
      return {};
    },
  });
  const found = await testGateway({ plugins: [definePlugin(group, { version: "1.0.0", operations: [add] })()] });
  expect((await found.admin.post("feeds.add")).status).toBe(500);
  expect(JSON.stringify(found.logged)).toContain("Event feeds.feed.added was emitted, but no plugin declares it.");
  await found.stop();
});

it("a record of an undeclared collection cannot be written", async () => {
  const feeds = defineCollection("feeds.feed", { schema: T.Object({ id: T.String() }), key: ({ id }) => [id] });
  const put = defineCommand(group, {
    id: "feeds.put",
    summary: "Put a feed",
    input: T.Object({}),
    output,
    plan: () => ({ summary: "Put a feed" }),
    async execute({ store }) {
      await store.put(feeds, { id: "one" });
      return {};
    },
  });
  const found = await testGateway({ plugins: [definePlugin(group, { version: "1.0.0", operations: [put] })()] });
  expect((await found.admin.post("feeds.put")).status).toBe(500);
  expect(JSON.stringify(found.logged)).toContain(
    "A record of feeds.feed was written, but the plugin feeds does not declare that collection. Add it to ",
  );
  await found.stop();
});
