import {
  createGateway,
  defineCollection,
  defineCommand,
  defineEvent,
  defineGroup,
  definePlugin,
  defineQuery,
  type Group,
  numeric,
  oneOf,
  T,
} from "@postern/core";
import { defineConsumer, defineQueue } from "@postern/core/queue";
import { testGateway } from "@postern/core/testing";
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

describe("createGateway refuses, naming plugin and place,", () => {
  it("a plugin that was not called", () => {
    const plugin = definePlugin(group, { version: "1.0.0", operations: [] });
    expect(() => createGateway({ plugins: [plugin as never] })).toThrow(
      "plugins[0] is a function: call it with its configuration",
    );
  });

  it("a queue or a follower that is missing from workers", () => {
    const own = defineGroup("jobs", { title: "Jobs" });
    const entry = T.Object({ name: T.String() });
    const work = defineQueue(own, "work", { one: "job", entry, handle: () => undefined });
    refusal({}, own).toThrow('Plugin jobs 1.0.0: nobody would handle jobs.work: add it to "workers" of definePlugin');
    const follow = defineConsumer(own, "follow", { accept: () => false, handle: () => undefined });
    refusal({ workers: [work] }, own).toThrow("nobody would handle jobs.follow");
    refusal({ workers: [work, follow] }, own).not.toThrow();
  });

  it.each(["1", "v1.0.0", "latest", "1.0", ""])("the version %j", (version) => {
    refusal({ version }).toThrow(`Plugin feeds: the version ${JSON.stringify(version)} is not one like "1.2.0"`);
  });

  it.each([0, 1.5, Number.NaN])("the data version %d", (data) => {
    refusal({ data }).toThrow(`Plugin feeds 1.0.0: the data version ${data}`);
  });

  it("a misspelt keyword of a schema, wherever it stands", () => {
    const Name = T.Unsafe<string>({ type: "string", maxlength: 20 });
    const place = 'the input of feeds.list, feed, name: JSON Schema has no keyword "maxlength"';
    refusal({ operations: [query(T.Object({ feed: T.Object({ name: Name }) }))] }).toThrow(place);
    refusal({ operations: [query(T.Object({ names: T.Array(Name) }))] }).toThrow("names: JSON Schema has no keyword");
    const added = defineEvent("feeds.feed.added", { summary: "Added", data: T.Object({ name: Name }) });
    refusal({ events: [added] }).toThrow("the event feeds.feed.added, name: JSON Schema has no keyword");
  });

  it("an example that does not fit its input, whatever is wrong with it", () => {
    const Page = numeric({ minimum: 1, maximum: 100 });
    const input = T.Object({
      url: T.String({ minLength: 3, pattern: "^h" }),
      limit: T.Optional(Page),
      kind: T.Optional(oneOf("rss", "atom")),
      tags: T.Optional(T.Array(T.Object({ name: T.String() }), { maxItems: 2 })),
      meta: T.Optional(T.Record(T.String(), T.Integer())),
      either: T.Optional(T.Union([T.String({ maxLength: 2 }), T.Null()])),
    });
    const place = 'Plugin feeds 1.0.0: the example "One" of feeds.list does not fit its input: ';
    const wrong: [object, string][] = [
      [{}, "/url is required"],
      [{ url: "http", uri: "x" }, "/uri is not a field here"],
      [{ url: 5 }, "/url must be string"],
      [{ url: "hi" }, "/url must NOT have fewer than 3 characters"],
      [{ url: "ftp:" }, '/url must match pattern "^h"'],
      [{ url: "http", limit: 5 }, "/limit must be a number written as a string"],
      [{ url: "http", limit: "500" }, "/limit must be from 1 to 100"],
      [{ url: "http", kind: "opml" }, "/kind must be one of rss, atom"],
      [{ url: "http", tags: [{ name: 1 }] }, "/tags/0/name must be string"],
      [{ url: "http", tags: [{ name: "a" }, { name: "b" }, { name: "c" }] }, "/tags must NOT have more than 2 items"],
      [{ url: "http", meta: { a: "b" } }, "/meta/a must be integer"],
      [{ url: "http", either: "abc" }, "/either must"],
    ];
    for (const [example, message] of wrong)
      refusal({ operations: [query(input, [{ title: "One", input: example }])] }).toThrow(place + message);
    const whole = { url: "https://a", limit: "5", kind: "atom", tags: [{ name: "a" }], meta: { a: 1 }, either: null };
    refusal({ operations: [query(input, [{ title: "One", input: whole }])] }).not.toThrow();
    refusal({ operations: [query(input, [{ title: "One", input: { url: "http", execute: true } }])] }).not.toThrow();
  });

  it("a collection outside its group, or two of one name", () => {
    const collection = (name: string) =>
      defineCollection(name, { schema: T.Object({ id: T.String() }), key: ({ id }) => [id] });
    refusal({ collections: { foreign: collection("chats.feed") } }).toThrow(
      "Plugin feeds 1.0.0: the collection chats.feed is not named feeds.",
    );
    refusal({ collections: { alike: collection("feedsfeed") } }).toThrow(
      "the collection feedsfeed is not named feeds.",
    );
    refusal({ collections: { one: collection("feeds.feed"), two: collection("feeds.feed") } }).toThrow(
      "Plugin feeds 1.0.0 has two collections named feeds.feed",
    );
    refusal({ collections: { one: collection("feeds.feed"), LOCAL: "local", standing: () => "open" } }).not.toThrow();
  });

  it("an event outside its group", () => {
    const foreign = defineEvent("chats.chat.renamed", { summary: "Renamed", data: T.Object({}) });
    refusal({ events: [foreign] }).toThrow("Plugin feeds 1.0.0: the event chats.chat.renamed is not named feeds.");
  });
});

it("an event that no plugin declares cannot be emitted, and nothing is committed", async () => {
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
  expect(JSON.stringify(found.logged)).toContain("Event feeds.feed.added is emitted, but no plugin declares it");
  await found.stop();
});

it("a record of a collection that no plugin declares cannot be written", async () => {
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
    "A record of feeds.feed is written, but plugin feeds does not declare that collection: add it to ",
  );
  await found.stop();
});
