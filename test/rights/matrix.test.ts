import batch from "@postern/batch";
import { type Caller, defineCommand, defineGroup, definePlugin, gatewayView, isGatewayError, T } from "@postern/core";
import { type Client, createClient } from "@postern/core/testing";
import { beforeAll, describe, expect, it } from "vitest";
import { loadPlugins } from "../../plugins/cli/src/groups.ts";
import { serveMcp } from "../plugins/mcp/served.ts";

const group = defineGroup("nest", { title: "Nest", needs: { gateway: gatewayView } });

/** Calls any operation within its own commit, with the rights of its caller. */
const nested = defineCommand(group, {
  id: "nest.call",
  summary: "Call an operation",
  input: T.Object({ operation: T.String(), given: T.Record(T.String(), T.Unknown()) }),
  output: T.Object({}),
  plan: () => ({ summary: "Call an operation" }),
  async execute({ call, services }, _plan, { operation, given }) {
    const found = services.gateway.operation(operation);
    if (found) await call(found, structuredClone(given) as never);
    return {};
  },
});

type Fixture = Awaited<ReturnType<typeof serveMcp>>;
type Entry = Fixture["gateway"]["manifest"]["operations"][number];
/** What a caller is told: that it may, that it waits, or why not. */
type Decision = string;

let fixture: Fixture;
let operations: readonly Entry[];
beforeAll(async () => {
  const plugins = await loadPlugins({ plugins: { mcp: false } });
  const nest = definePlugin(group, { version: "1.0.0", operations: [nested] })();
  fixture = await serveMcp({ plugins: [...plugins.filter(({ name }) => name !== "batch"), batch(), nest] });
  operations = fixture.gateway.manifest.operations.filter(({ id }) => id !== nested.id);
  return fixture.close;
});

const decisionOf = (status: number, body: { code?: string; scope?: string; pending?: boolean }): Decision => {
  if (status === 202 || body.pending) return "pending";
  if (body.code === "gateway.approval_pending") return "pending";
  return body.code === undefined ? "allowed" : [body.code, body.scope].filter(Boolean).join(" ");
};

const inputOf = ({ examples: [first], dryRun }: Entry) => ({
  ...first?.input,
  ...(dryRun !== "never" && { execute: true }),
});

type Door = (who: Client, entry: Entry) => Promise<Decision>;

const overHttp: Door = async (who, entry) => {
  const { status, body } = await who.post(entry.id, inputOf(entry));
  return decisionOf(status, body);
};

/** A call in this process, as the caller of the key. */
const inProcess: Door = async (who, entry) => {
  const caller: Caller | undefined = await fixture.gateway.keys.recognize(who.key);
  if (!caller) return "gateway.unauthenticated";
  const { execute, ...input } = inputOf(entry) as { execute?: boolean };
  return caught(() => fixture.gateway.call(entry.id as never, input as never, { caller, ...(execute && { execute }) }));
};

async function caught(call: () => Promise<unknown>): Promise<Decision> {
  try {
    await call();
    return "allowed";
  } catch (error) {
    if (!isGatewayError(error)) throw error;
    return decisionOf(error.status, { code: error.code, ...(error.data as object) });
  }
}

const inBatch: Door = async (who, entry) => {
  const { execute, ...input } = inputOf(entry) as { execute?: boolean };
  const line = JSON.stringify({ id: "1", operation: entry.id, input, ...(execute && { execute }) });
  const { status, body } = await who.send("/api/v1/batch", {
    ...{ method: "POST", body: line },
    headers: { "content-type": "application/x-ndjson" },
  });
  if (status !== 200) return decisionOf(status, body);
  const answer = typeof body === "string" ? JSON.parse(body) : body;
  return decisionOf(answer.status, answer.body);
};

const within: Door = async (who, { id, examples: [first] }) => {
  const { status, body } = await who.post(nested.id, { operation: id, given: first?.input ?? {} });
  return decisionOf(status, body);
};

const overMcp = async (who: Client): Promise<Door> => {
  const client = await fixture.connect({ key: who.key });
  return async (_who, entry) => {
    const result = await client.callTool({ name: entry.id.replaceAll(".", "_"), arguments: inputOf(entry) });
    const [first] = result.content as { text: string }[];
    return decisionOf(result.isError ? 400 : 200, JSON.parse(first?.text ?? "{}"));
  };
};

const isWithheld = ({ properties }: Entry) => properties.some((one) => one.startsWith("gives-") || one === "decides");

describe("every operation decides the same at every door", () => {
  it("for a key without the right", async () => {
    const who = await fixture.client(["nest:write"]);
    const mcp = await overMcp(who);
    for (const entry of operations.filter(({ scope }) => scope !== "any")) {
      const expected = [entry.id, `gateway.forbidden ${entry.scope}`];
      for (const door of [overHttp, inProcess, inBatch, within])
        expect([entry.id, await door(who, entry)]).toEqual(expected);
      const scope = isWithheld(entry) ? entry.id : entry.scope;
      expect([entry.id, await mcp(who, entry)]).toEqual([entry.id, `gateway.forbidden ${scope}`]);
    }
  });

  it("for a key that has ended, and for none", async () => {
    const { admin, gateway, advance } = fixture;
    const revoked = await fixture.client(["*"]);
    await admin.post("context.revoke", { id: revoked.contextId });
    const below = (await admin.post("context.derive", { label: "x", scopes: ["*"], ttl: "60" })).body;
    const expired = createClient(gateway.fetch, below.key, below.context.id);
    await advance(61_000);
    const none = createClient(gateway.fetch, `rctx_${"A".repeat(43)}`);
    for (const entry of operations)
      for (const who of [revoked, expired, none])
        for (const door of [overHttp, inProcess, inBatch])
          expect([entry.id, await door(who, entry)]).toEqual([entry.id, "gateway.unauthenticated"]);
  });

  it("for a key that was rotated, of what outlives it", async () => {
    const who = await fixture.client(["*"]);
    await fixture.admin.post("context.rotate", { id: who.contextId, grace: "600" });
    const lasting = operations.filter(({ properties }) =>
      properties.some((one) => one.startsWith("gives-") || one === "lasting"),
    );
    const mcp = await overMcp(who);
    for (const entry of lasting) {
      const expected = [entry.id, "gateway.key_retiring"];
      for (const door of [overHttp, inProcess, inBatch, within])
        expect([entry.id, await door(who, entry)]).toEqual(expected);
      if (!isWithheld(entry)) expect([entry.id, await mcp(who, entry)]).toEqual(expected);
    }
  });

  it("for a key that may only propose: alone it waits, within another command it is refused", async () => {
    const who = await fixture.client(["nest:write", "propose:*"], "proposer");
    const mcp = await overMcp(who);
    let pending = 0;
    for (const entry of operations.filter(({ kind, scope }) => kind === "command" && scope !== "any")) {
      const alone = await overHttp(who, entry);
      expect([entry.id, alone]).not.toEqual([entry.id, "allowed"]);
      for (const door of [inProcess, inBatch]) expect([entry.id, await door(who, entry)]).toEqual([entry.id, alone]);
      if (!isWithheld(entry)) expect([entry.id, await mcp(who, entry)]).toEqual([entry.id, alone]);
      expect([entry.id, await within(who, entry)]).toEqual([entry.id, `gateway.forbidden ${entry.scope}`]);
      if (alone === "pending") pending++;
    }
    // Of the rest, the examples name records that do not exist here.
    expect(pending).toBeGreaterThan(15);
  });

  it("for what a policy denies to an agent, with a key below its own", async () => {
    const { admin, gateway } = fixture;
    const parent = await fixture.client(["*"], "denied");
    const { key, context } = (await parent.post("context.derive", { label: "below", scopes: ["*"] })).body;
    const who = createClient(gateway.fetch, key, context.id);
    const match = { operations: operations.filter(({ kind }) => kind === "command").map(({ group }) => `${group}.**`) };
    const rule = {
      name: "No",
      match: { operations: [...new Set(match.operations)], agents: ["denied"] },
      action: "deny",
    };
    const { status } = await admin.post("approvals.policies.create", rule);
    expect(status).toBe(200);
    const mcp = await overMcp(who);
    let denied = 0;
    for (const entry of operations.filter(({ kind, scope }) => kind === "command" && scope !== "any")) {
      const decision = await overHttp(who, entry);
      if (decision !== "approvals.denied_by_policy") continue;
      denied++;
      for (const door of [inProcess, inBatch, within])
        expect([entry.id, await door(who, entry)]).toEqual([entry.id, decision]);
      if (!isWithheld(entry)) expect([entry.id, await mcp(who, entry)]).toEqual([entry.id, decision]);
    }
    expect(denied).toBeGreaterThan(15);
  });
});
