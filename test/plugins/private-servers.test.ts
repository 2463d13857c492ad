import { defineCollection, defineCommand, defineGroup, definePlugin, defineQuery, T } from "@postern/core";
import { testGateway } from "@postern/core/testing";
import { markExisting } from "@postern/kit/outbound";
import memory from "@postern/storage-memory";
import { describe, expect, it, onTestFinished } from "vitest";
import { countConnections, KINDS, openGateway, resolveToLoopback } from "./private-servers.ts";

/** Spellings of addresses that only an admin may name. */
const PRIVATE = ["127.0.0.1", "localhost", "[::1]", "10.0.0.1"];
/** Spellings of addresses that nobody may name. */
const RESERVED = ["0.0.0.0", "169.254.169.254", "[::ffff:127.0.0.1]"];
/** Other spellings of 127.0.0.1, and of the address of a metadata service. */
const SPELLINGS = ["2130706433", "0x7f000001", "0177.0.0.1", "0xa9fea9fe"];

const refused = { status: 403, body: { code: "gateway.address_not_allowed" } };

describe.each(Object.entries(KINDS))("%s", (_title, kind) => {
  it("is not at a private address if a key without the scope * names it", async () => {
    const { narrow } = await openGateway(false);
    const server = await countConnections();
    const replies: Record<string, unknown> = {};
    for (const host of [...PRIVATE, ...RESERVED]) replies[host] = await kind.name(narrow, host, server.port);
    expect(replies).toMatchObject(Object.fromEntries([...PRIVATE, ...RESERVED].map((host) => [host, refused])));
    // Some fields do not accept these spellings at all.
    for (const host of SPELLINGS) {
      const { status, body } = await kind.name(narrow, host, server.port);
      expect([status, body.code]).toEqual(
        status === 400 ? [400, "gateway.invalid_input"] : [403, "gateway.address_not_allowed"],
      );
    }
    expect(server.connections()).toBe(0);
  });

  it("is not reached by a name that resolves to a private address", async () => {
    resolveToLoopback("rebinding.example");
    const { narrow } = await openGateway(false);
    const server = await countConnections();
    const named = await kind.name(narrow, "rebinding.example", server.port);
    expect(await kind.attempt(narrow, named)).toMatch(/address is private.*scope \*.*allowPrivate/);
    expect(server.connections()).toBe(0);
  });

  it.each([
    ["a key with the scope * names it", false, "admin"],
    ["the configuration allows it", true, "narrow"],
  ] as const)("may be at a private address if %s", async (_title, allowPrivate, who) => {
    resolveToLoopback("rebinding.example");
    for (const host of ["127.0.0.1", "rebinding.example"]) {
      const gateway = await openGateway(allowPrivate);
      const server = await countConnections();
      await kind.attempt(gateway[who], await kind.name(gateway[who], host, server.port));
      expect(server.connections()).toBeGreaterThan(0);
    }
  });

  it("is at no reserved address, whoever names it", async () => {
    const { admin } = await openGateway(true);
    for (const host of RESERVED) expect(await kind.name(admin, host, 80)).toMatchObject(refused);
  });
});

it("keeps what it reaches if an earlier version stored it without a mark", async () => {
  const records = new Map([
    ["a", { id: "a" }],
    ["b", { id: "b" }],
  ]);
  const schema = T.Object({ id: T.String(), isPrivate: T.Optional(T.Boolean()) });
  const places = defineCollection("places.place", { schema, key: ({ id }) => [id] });
  const group = defineGroup("places", { title: "Places" });
  const add = defineCommand(group, {
    ...{ id: "places.add", summary: "Add a place", input: T.Object({}), output: T.Object({}) },
    plan: () => ({ summary: "Add two places" }),
    async execute({ store }) {
      for (const record of records.values()) await store.put(places, record);
      return {};
    },
  });
  const list = defineQuery(group, {
    ...{ id: "places.list", summary: "List places", input: T.Object({}) },
    output: T.Object({ places: T.Array(schema) }),
    run: async ({ store }) => ({ places: (await store.find(places, {})).items }),
  });
  const plugin = (data: number) =>
    definePlugin(group, {
      ...{ version: "1.0.0", data, collections: { places }, operations: [add, list] },
      migrations: { 2: markExisting(places) },
    })();
  const storage = memory();
  const before = await testGateway({ plugins: [plugin(1)], storage });
  await before.admin.post("places.add");
  await before.stop();
  const after = await testGateway({ plugins: [plugin(2)], storage });
  onTestFinished(after.stop);
  expect((await after.admin.post("places.list")).body.places).toEqual([
    { id: "a", isPrivate: true },
    { id: "b", isPrivate: true },
  ]);
});
