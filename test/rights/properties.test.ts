import approvals from "@postern/approvals";
import context from "@postern/context";
import { defineCommand, defineGroup, definePlugin, secret, T } from "@postern/core";
import { type BrokenRules, operationCases, testGateway } from "@postern/core/testing";
import { describe, expect, it, onTestFinished } from "vitest";
import { loadPlugins } from "../../plugins/cli/src/groups.ts";
import { serveMcp } from "../plugins/mcp/served.ts";

const group = defineGroup("canary", { title: "Canary" });
const KEY = `rctx_${"A".repeat(43)}`;

/** A command that answers a secret. */
const leaking = (output: ReturnType<typeof T.Object>, answer: object, more: object = {}) =>
  definePlugin(group, {
    version: "1.0.0",
    operations: [
      defineCommand(group, {
        ...{
          id: "canary.sing",
          summary: "Sing",
          input: T.Object({}),
          output,
          examples: [{ title: "Sing", input: {} }],
        },
        ...{ plan: () => ({ summary: "Sing" }), execute: () => answer as never, ...more },
      }),
    ],
  })();

const broken = async (plugin: ReturnType<typeof leaking>) => {
  const [only] = operationCases(() => ({ plugins: [plugin] }));
  return only?.run().then(
    () => [],
    (error: BrokenRules) => error.rules.map(({ error }) => (error as Error).message),
  );
};

describe("the contract of operations", () => {
  const plain = T.Object({ text: T.String() });
  const marked = T.Object({ song: T.Object({ text: secret(T.String()) }) });

  it.each([
    ["a key in a text", leaking(plain, { text: `Take ${KEY}` }), /gives-key/],
    ["a secret for signatures in a text", leaking(plain, { text: `whsec_${"A".repeat(32)}` }), /gives-secret/],
    ["a member that is marked as secret", leaking(marked, { song: { text: "x" } }), /must declare the property/],
  ])("finds an operation that does not declare %s", async (_title, plugin, message) => {
    expect(await broken(plugin)).toContainEqual(expect.stringMatching(message));
  });

  it.each([
    ["a key", leaking(plain, { text: `Take ${KEY}` }, { properties: ["gives-key"] })],
    ["a secret", leaking(marked, { song: { text: "x" } }, { properties: ["gives-secret"] })],
  ])("accepts one that declares %s", async (_title, plugin) => {
    expect(await broken(plugin)).toEqual([]);
  });

  it("refuses what restricts and yet plans by default", () => {
    expect(() => leaking(plain, {}, { properties: ["restricts"], dryRunByDefault: true })).toThrow(
      /must be executed at once/,
    );
  });
});

describe("operations of all groups", () => {
  it("that end lasting work restrict, and those that start it again are lasting", async () => {
    const { gateway, stop } = await testGateway({ plugins: await loadPlugins({}) });
    onTestFinished(stop);
    const { operations } = gateway.manifest;
    const ids = new Set(operations.map(({ id }) => id));
    for (const { id, properties } of operations) {
      const parts = id.split(".");
      const verb = parts.pop();
      const pair = (other: string) => ids.has([...parts, other].join("."));
      if (verb === "disable" && pair("enable") && !id.startsWith("approvals."))
        expect([id, properties]).toEqual([id, expect.arrayContaining(["restricts"])]);
      if (verb === "enable" && pair("disable") && !id.startsWith("approvals."))
        expect([id, properties]).toEqual([id, expect.arrayContaining(["lasting"])]);
    }
  });
});

describe("what restricts", () => {
  it("happens at once, whatever a policy says", async () => {
    const { admin, client, stop } = await testGateway({ plugins: [approvals(), context()] });
    onTestFinished(stop);
    const leaked = await client(["context:read"]);
    for (const action of ["propose", "deny"])
      await admin.post("approvals.policies.create", { name: action, match: { operations: ["**"] }, action });
    expect((await admin.post("context.revoke", { id: leaked.contextId })).body.context.status).toBe("revoked");
    expect((await leaked.post("context.whoami")).status).toBe(401);
  });

  it("shows in a dry run what it ends", async () => {
    const { admin, client, stop } = await testGateway({ plugins: [context()] });
    onTestFinished(stop);
    const key = await client(["context:read"]);
    const dry = await admin.post("context.revoke", { id: key.contextId }, { "x-dry-run": "true" });
    expect(dry.body.plan.summary).toContain('Revoke "test"');
    expect((await key.post("context.whoami")).status).toBe(200);
  });
});

describe("a model over MCP", () => {
  it("gets no tool that gives a key, and no secret from one that a grant names", async () => {
    const fixture = await serveMcp({ plugins: [approvals(), context()] });
    onTestFinished(fixture.close);
    const all = await fixture.connect();
    const names = (await all.listTools()).tools.map(({ name }) => name);
    expect(names).toEqual(expect.arrayContaining(["context_list", "context_revoke"]));
    for (const name of ["context_derive", "context_rotate", "approvals_approve"]) expect(names).not.toContain(name);
    const input = { label: "x", scopes: ["context:read"] };
    const refused = await all.callTool({ name: "context_derive", arguments: input });
    expect(JSON.stringify(refused)).toContain("gateway.forbidden");
    const compact = await fixture.connect({ query: "?mode=compact" });
    const run = await compact.callTool({ name: "write", arguments: { operation: "context.derive", input } });
    expect(JSON.stringify(run)).toContain("gateway.forbidden");
    const named = await fixture.client(["context.derive", "context:read"]);
    const other = await fixture.connect({ key: named.key });
    const made = await other.callTool({ name: "context_derive", arguments: input });
    expect(JSON.stringify(made)).toContain("ctx_");
    expect(JSON.stringify(made)).not.toContain("rctx_");
  });
});

describe("a key in its grace period", () => {
  it("makes no key, secret, ticket or lasting work", async () => {
    const { gateway, admin, client, stop } = await testGateway({ plugins: await loadPlugins({}) });
    onTestFinished(stop);
    const old = await client(["*"]);
    await admin.post("context.rotate", { id: old.contextId, grace: "60" });
    expect((await old.post("context.whoami")).status).toBe(200);
    const asked = gateway.manifest.operations.filter(({ properties }) =>
      properties.some((one) => ["gives-key", "gives-secret", "lasting"].includes(one)),
    );
    expect(asked.map(({ id }) => id)).toEqual(expect.arrayContaining(["widgets.link", "approvals.identities.bind"]));
    expect(asked.length).toBeGreaterThan(25);
    for (const { id, examples } of asked) {
      const { body } = await old.post(id, examples[0]?.input);
      expect([id, body.code]).toEqual([id, "gateway.key_retiring"]);
    }
  });
});
