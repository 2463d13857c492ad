import agents from "@postern/agents";
import approvals from "@postern/approvals";
import batch from "@postern/batch";
import chats from "@postern/chats";
import context from "@postern/context";
import responders from "@postern/responders";
import rules from "@postern/rules";
import schedules from "@postern/schedules";
import service from "@postern/service";
import { describe, expect, it } from "vitest";
import { call, problemIn, servedMcp } from "../plugins/mcp/served.ts";

const policy = { name: "No", match: { operations: ["chats.**"] }, action: "deny" };
const approve = { operation: "approvals.approve", input: { id: "{{event.data.approval.id}}", execute: true } };
const derive = { operation: "context.derive", input: { label: "x", scopes: ["context:read"] } };

async function opened() {
  const test = await servedMcp({
    plugins: [agents(), approvals(), batch(), chats(), context(), responders(), rules(), schedules(), service()],
  });
  const made = (await test.admin.post("approvals.policies.create", policy)).body.policy;
  const { commands } = (await test.admin.post("service.undo.list")).body;
  return { ...test, made, event: commands[0].event as string };
}

describe("a model with all rights", () => {
  it("does not decide by undoing what a person has decided", async () => {
    const { connect, admin, made, event } = await opened();
    const model = await connect();
    for (const given of [{ event, execute: true }, { execute: true }]) {
      const result = await call(model, "service_undo", given);
      expect([result.isError, problemIn(result).code]).toEqual([true, "gateway.forbidden"]);
      expect(problemIn(result).scope).toBe("approvals.policies.remove");
    }
    expect((await admin.post("approvals.policies.show", { id: made.id })).status).toBe(200);
    // A person does, with the same key.
    expect((await admin.post("service.undo", { event, execute: true })).body.status).toBe("undone");
  });

  it.each([
    ["rules_create", { name: "yes", on: { types: ["approvals.approval.requested"] } }],
    ["schedules_create", { name: "yes", when: { every: "1h" } }],
  ])("sets up no later call of what it may not call itself: %s", async (tool, given) => {
    const { connect, admin } = await opened();
    const model = await connect();
    for (const action of [approve, derive]) {
      const input = tool === "rules_create" ? action : { ...action, input: derive.input };
      const result = await call(model, tool, { ...given, action: input });
      expect([result.isError, problemIn(result).code, problemIn(result).scope]).toEqual([
        true,
        "gateway.forbidden",
        action.operation,
      ]);
    }
    const lists = await Promise.all(["rules.list", "schedules.list"].map((id) => admin.post(id)));
    expect(lists.map(({ body }) => body.total)).toEqual([0, 0]);
  });

  it.each([
    ["rules_update", "rules.create", "rule", { name: "a", on: { types: ["context.**"] } }],
    ["schedules_update", "schedules.create", "schedule", { name: "a", when: { every: "1h" } }],
  ] as const)("changes no such call to it that a person has set up: %s", async (tool, create, of, given) => {
    const { connect, client } = await opened();
    const person = await client(["*"]);
    const harmless = { operation: "context.list", input: {} };
    const { id } = (await person.post(create, { ...given, action: harmless })).body[of];
    const result = await call(await connect(), tool, { id, action: derive });
    expect([result.isError, problemIn(result).scope]).toEqual([true, "context.derive"]);
    expect((await call(await connect(), tool, { id, action: harmless })).isError).toBeFalsy();
  });

  it("gives a responder no right that it may not use itself", async () => {
    const { connect, admin, client } = await opened();
    await admin.post("agents.create", { id: "main" });
    const create = async (key: string, id: string, scopes: readonly string[]) =>
      call(await connect({ key }), "responders_create", { id, kind: "external", agents: ["main"], scopes });
    for (const scope of ["approvals.approve", "propose:context.derive"]) {
      const result = await create(admin.key, "one", [scope]);
      expect([scope, result.isError, problemIn(result).scope]).toEqual([scope, true, scope.replace("propose:", "")]);
    }
    expect((await create(admin.key, "two", ["context:read"])).isError).toBeFalsy();
    const named = await client(["*", "approvals.approve"]);
    expect((await create(named.key, "three", ["approvals.approve"])).isError).toBeFalsy();
  });

  it("does so with a key whose grants name the operation", async () => {
    const { connect, client } = await opened();
    const named = await client(["*", "approvals.approve"]);
    const model = await connect({ key: named.key });
    const given = { name: "yes", on: { types: ["approvals.approval.requested"] }, allowUnknown: true, action: approve };
    expect((await call(model, "rules_create", given)).isError).toBeFalsy();
  });
});

describe("a request that renounces operations with a property", () => {
  it("gets them by name only, at once and later", async () => {
    const { admin, client } = await opened();
    const headers = { "x-postern-withhold": "gives-key lasting" };
    const input = { label: "x", scopes: ["context:read"] };
    const refused = await admin.post("context.derive", input, headers);
    expect([refused.status, refused.body.scope]).toEqual([403, "context.derive"]);
    expect((await admin.post("schedules.list", {}, headers)).status).toBe(200);
    const line = JSON.stringify({ id: "1", operation: "context.derive", input });
    const batched = { method: "POST", body: line, headers: { ...headers, "content-type": "application/x-ndjson" } };
    expect(JSON.stringify((await admin.send("/api/v1/batch", batched)).body)).toContain("gateway.forbidden");
    const misspelled = await admin.post("context.derive", input, { "x-postern-withhold": "gives-keys" });
    expect([misspelled.status, misspelled.body.detail]).toEqual([400, expect.stringContaining("gives-key ")]);
    const named = await client(["*", "context.derive"]);
    expect((await named.post("context.derive", input, headers)).status).toBe(200);
  });
});
