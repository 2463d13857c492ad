import approvals from "@postern/approvals";
import context from "@postern/context";
import service from "@postern/service";
import { describe, expect, it } from "vitest";
import { notesPlugin } from "../../core/fixtures/notes.ts";
import { has } from "../../run/programs.ts";
import { expectUndone, undoable } from "../../run/undo.ts";
import { openOnIrc } from "./chat-fixture.ts";
import { opened as openGateway } from "./fixture.ts";

const match = { operations: ["notes.*"] };
const onIrc = it.skipIf(!has("ngircd"));

async function opened(more: object = {}) {
  const fixture = await openGateway({ plugins: [notesPlugin(), approvals(), context(), service()] });
  const post = async (id: string, input: object = {}) => (await fixture.admin.post(id, input)).body;
  const { policy } = await post("approvals.policies.create", { name: "Ask", match, action: "propose", ...more });
  const id = policy.id as string;
  return {
    ...{ ...fixture, post, id },
    async look() {
      const { updatedAt: _, quorum = 1, ...shown } = (await post("approvals.policies.show", { id })).policy;
      return { ...shown, quorum };
    },
    undoables: async () => (await post("service.undo.list")).total,
  };
}

describe("undoing", () => {
  const match = { operations: ["notes.add"], limits: [{ path: "text", atMost: 5 }] };
  const rest = { expiresAfterMs: 60_000, reason: "To be sure", approvers: ["agent:main"] };
  it.each<[string, object, object]>([
    ["disable", {}, {}],
    ["enable", {}, {}],
    ["update", {}, { name: "Deny", match, action: "deny", position: 7, quorum: 2 }],
    ["update", rest, { expiresAfterMs: 70_000, reason: "x", approvers: ["agent:other", "agent:main"] }],
  ])(
    "approvals.policies.%s restores the earlier state, and undoing the undo reapplies the change",
    async (verb, more, changes) => {
      const { admin, post, id, look } = await opened(more);
      if (verb === "enable") await post("approvals.policies.disable", { id });
      await expectUndone(admin, `approvals.policies.${verb}`, { id, ...changes }, look);
    },
  );

  it("approvals.policies.create removes the policy, which no longer decides", async () => {
    const { admin, post } = await opened({ position: 2 });
    const policy = { name: "Deny", match: { operations: ["notes.add"] }, action: "deny", position: 1 };
    const { undo } = await undoable(admin, "approvals.policies.create", policy);
    expect(await post("notes.add", { text: "tea" })).toMatchObject({ code: "approvals.denied_by_policy" });
    await undo();
    expect(await post("approvals.policies.list")).toMatchObject({ total: 1 });
    expect(await post("notes.add", { text: "tea" })).toMatchObject({ status: "pending" });
  });

  it("is not offered for a command that changed nothing, or a field that cannot be cleared", async () => {
    const { post, id, undoables } = await opened();
    await post("approvals.policies.enable", { id });
    await post("approvals.policies.update", { id, name: "Ask", match: { operations: ["notes.*"] } });
    await post("approvals.policies.update", { id, reason: "To be sure" });
    expect(await undoables()).toBe(1);
  });

  it("a policy needs the same approval as changing it", async () => {
    const { admin, client, id, look, post } = await opened();
    const agent = await client(["propose:approvals:write", "approvals:read"], "writer");
    const proposed = (await agent.post("approvals.policies.disable", { id })).body;
    await admin.post("approvals.approve", { id: proposed.approvalId, digest: proposed.digest });
    expect(await look()).toMatchObject({ enabled: false });
    const undone = (await agent.post("service.undo", { execute: true })).body;
    expect(undone).toMatchObject({ status: "pending", operation: "approvals.policies.enable" });
    expect(await look()).toMatchObject({ enabled: false });
    const { approval } = await post("approvals.show", { id: undone.approvalId });
    await admin.post("approvals.approve", { id: approval.id, digest: approval.digest });
    expect(await look()).toMatchObject({ enabled: true });
  });

  onIrc("approvals.identities.update gives the name and notices back, unless there was no name", async () => {
    const { approver, chatOf, identity, join, post } = await openOnIrc({ more: [service()] });
    const one = await join("ann");
    one.say("postern", "hello");
    const chatId = await chatOf("ann");
    const { id } = (await post("approvals.identities.bind", { chatId }, approver)).identity;
    await post("approvals.identities.update", { id, name: "Ann" }, approver);
    expect(await post("service.undo.list", {}, approver)).toMatchObject({ total: 0 });
    const before = await identity(id);
    const done = await undoable(approver, "approvals.identities.update", { id, name: "Bea", notify: false });
    const { redo } = await done.undo();
    expect(await identity(id)).toEqual(before);
    await redo();
    expect(await identity(id)).toEqual({ ...before, name: "Bea", notify: false });
  });
});
