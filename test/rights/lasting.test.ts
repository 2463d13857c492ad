import { defineCommand, defineGroup, definePlugin, T } from "@postern/core";
import { createClient, operationCases, testGateway } from "@postern/core/testing";
import credentials from "@postern/credentials";
import { type LastingSource, lastingWork } from "@postern/kit/access";
import service from "@postern/service";
import { describe, expect, it, onTestFinished } from "vitest";
import { loadPlugins } from "../../plugins/cli/src/groups.ts";
import { folder } from "../storage-drivers/folder.ts";

const types = ["chats.message.created"];
const action = { operation: "tasks.create", input: { title: "x" } };
const config = { url: "https://example.com/" };

/** What a key sets up, and how it is listed. */
const TABLE: readonly [operation: string, input: object, listed: object][] = [
  ["hooks.create", { ...config, types, description: "News" }, { type: "webhook", name: "News", afterwards: "ends" }],
  ["rules.create", { name: "r", on: { types }, action }, { type: "rule", name: "r", afterwards: "ends" }],
  [
    "schedules.create",
    { name: "s", when: { every: "1h" }, action },
    { type: "schedule", name: "s", afterwards: "ends" },
  ],
  ["agents.create", { id: "main" }, { type: "agent", id: "main", afterwards: "stays" }],
  [
    "responders.create",
    { id: "r1", kind: "external", agents: ["main"] },
    { type: "responder", id: "r1", afterwards: "ends" },
  ],
  [
    "credentials.connections.create",
    { provider: "webhook", connection: "desk", secret: "whsec_AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA=" },
    { type: "webhook connection", name: "desk", afterwards: "stays" },
  ],
  [
    "channels.adapters.create",
    { id: "desk", kind: "webhook", connection: "desk", config },
    { type: "webhook adapter", id: "desk", afterwards: "ends" },
  ],
  [
    "calendars.accounts.create",
    { id: "home", provider: "caldav", config },
    { type: "caldav account", id: "home", afterwards: "ends" },
  ],
  [
    "approvals.policies.create",
    { name: "p", match: { operations: ["sync.link"] }, action: "propose" },
    { type: "policy", name: "p", afterwards: "stays" },
  ],
  ["service.backups.policy.update", { enabled: true }, { type: "backup policy", afterwards: "stays" }],
  [
    "jetstream.bridges.create",
    { label: "b", servers: ["tls://nats.example.com:4222"], stream: "S", types },
    { type: "JetStream bridge", name: "b", afterwards: "ends" },
  ],
  [
    "jetstream.consumers.create",
    {
      label: "c",
      servers: ["tls://nats.example.com:4222"],
      stream: "S",
      durable: "d",
      filter: "in.>",
      operations: ["tasks.create"],
    },
    { type: "JetStream consumer", name: "c", afterwards: "ends" },
  ],
];

async function withAll() {
  const own = {
    credentials: credentials({ data: folder(), home: folder(), backend: "vault" }),
    service: service({ data: folder() }),
  };
  const test = await testGateway({ plugins: await loadPlugins({ plugins: own }) });
  onTestFinished(test.stop);
  return test;
}

describe("what a key has set up", () => {
  it("is listed with the key and those above it, and by what revokes and rotates them", async () => {
    const { gateway, admin, client } = await withAll();
    const parent = await client(["*"]);
    const derived = (await parent.post("context.derive", { label: "child", scopes: ["*"] })).body;
    const child = createClient(gateway.fetch, derived.key, derived.context.id);
    for (const [operation, input] of TABLE) {
      const { status, body } = await child.post(operation, { ...input, execute: true });
      expect([operation, status, body.detail]).toEqual([operation, 200, undefined]);
    }
    const listed = TABLE.map(([operation, , item]) =>
      expect.objectContaining({ ...item, group: operation.split(".")[0], contextId: child.contextId }),
    );
    const inOrder = expect.arrayContaining(listed);
    for (const { contextId: id } of [child, parent]) {
      const { setUp } = (await parent.post("context.show", { id })).body;
      expect([setUp.items, setUp.isComplete, setUp.items.length]).toEqual([inOrder, true, TABLE.length]);
    }
    const other = await client(["*"]);
    expect((await admin.post("context.show", { id: other.contextId })).body.setUp.items).toEqual([]);
    for (const operation of ["context.revoke", "context.rotate"]) {
      const { plan } = (await parent.post(operation, { id: parent.contextId }, { "x-dry-run": "true" })).body;
      expect([operation, plan.setUp.items]).toEqual([operation, inOrder]);
    }
    const { plan } = (await parent.post("context.revoke", { id: child.contextId }, { "x-dry-run": "true" })).body;
    expect(plan.effects).toEqual([expect.stringContaining("ends webhook (1)"), expect.stringContaining("leaves ")]);
    const rotated = (await admin.post("context.rotate", { id: child.contextId })).body;
    expect(rotated.setUp.items).toEqual(inOrder);
  });

  it("has no names for a key that may not read the group", async () => {
    const { client } = await withAll();
    const reader = await client(["context:read", "hooks.create"]);
    await reader.post("hooks.create", { ...config, types, description: "News" });
    const [item] = (await reader.post("context.show", { id: reader.contextId })).body.setUp.items;
    expect(item).toEqual({
      ...{ type: "webhook", id: expect.stringMatching(/^hook_/), group: "hooks", afterwards: "ends" },
      contextId: reader.contextId,
    });
  });

  it("is cut off after 100 items", async () => {
    const { client } = await withAll();
    const busy = await client(["*"]);
    for (let n = 0; n < 101; n++) await busy.post("hooks.create", { ...config, types });
    const { setUp } = (await busy.post("context.show", { id: busy.contextId })).body;
    expect([setUp.items.length, setUp.isComplete]).toEqual([100, false]);
  });

  it("is listed by every group with an operation that sets up lasting work", async () => {
    const { gateway } = await withAll();
    const { sources } = (await gateway.service(lastingWork)) as unknown as { sources: Set<LastingSource> };
    const groups = gateway.manifest.operations
      .filter(({ properties }) => properties.includes("lasting"))
      .map(({ group }) => group);
    expect([...sources].map(({ group }) => group)).toEqual(expect.arrayContaining(groups));
  });

  it("must be listed by a group of another author, too", () => {
    const group = defineGroup("lamps", { title: "Lamps" });
    const blink = defineCommand(group, {
      ...{ id: "lamps.blink", summary: "Blink every second", properties: ["lasting"] },
      ...{ input: T.Object({}), output: T.Object({}), examples: [{ title: "Blink", input: {} }] },
      ...{ plan: () => ({ summary: "Blink" }), execute: () => ({}) },
    });
    const lamps = definePlugin(group, { version: "1.0.0", operations: [blink] });
    expect(() => operationCases(() => ({ plugins: [lamps()] }))).toThrow(/lamps\.blink .* nothing lists what a key/);
  });
});
