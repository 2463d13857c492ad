import { describe, expect, it } from "vitest";
import { approve, opened, proposed, shown } from "./fixture.ts";

describe("an approver", () => {
  it("is not the requester, nor a key derived from it, nor another key of its agent", async () => {
    const { client, derived, admin } = await opened();
    const requester = await client(["propose:notes:write", "approvals:decide", "context:write"], "writer");
    const below = await derived(requester, ["approvals:decide"]);
    const sibling = await client(["approvals:decide"], "writer");
    const one = await proposed(requester);
    for (const who of [requester, below, sibling]) {
      const { body } = await approve(who, one);
      expect([body.status, body.code]).toEqual([403, "approvals.not_approver"]);
      expect((await who.post("approvals.deny", { id: one.approvalId })).status).toBe(403);
    }
    expect((await shown(admin, one)).status).toBe("pending");
  });

  it("may be an ancestor of the requester, which granted its rights", async () => {
    const { admin, derived } = await opened();
    const agent = await derived(admin, ["propose:notes:write"], "writer");
    expect((await approve(admin, await proposed(agent))).body.approval.status).toBe("executed");
  });

  it("is no agent, unless a policy names it", async () => {
    const { agent, client, admin } = await opened();
    const reviewer = await client(["approvals:decide"], "reviewer");
    const one = await proposed(agent);
    expect((await approve(reviewer, one)).body.message).toContain("Agents cannot decide");
    await admin.post("approvals.policies.create", {
      name: "Reviews",
      match: { operations: ["notes.add"] },
      action: "propose",
      approvers: ["agent:reviewer"],
    });
    const other = await proposed(agent, "notes.add", { text: "milk" });
    expect((await approve(reviewer, other)).body.approval.status).toBe("executed");
    const third = await proposed(agent, "notes.add", { text: "juice" });
    expect((await approve(admin, third)).body.message).toContain("Only agent:reviewer");
  });

  it("decides only what its scope names", async () => {
    const { agent, client } = await opened();
    const one = await proposed(agent);
    const limited = await client(["approvals:decide@notes.remove"]);
    expect((await approve(limited, one)).status).toBe(404);
    const right = await client(["approvals:decide@notes.add"]);
    expect((await approve(right, one)).body.approval.status).toBe("executed");
    const none = await client(["approvals:write"]);
    expect((await approve(none, one)).body).toMatchObject({ status: 403, scope: "approvals:decide" });
  });

  it("needs others if a policy asks for several, and counts once", async () => {
    const { agent, approver, client, admin } = await opened();
    await admin.post("approvals.policies.create", {
      name: "Two people",
      match: { operations: ["notes.**"] },
      action: "propose",
      quorum: 2,
    });
    const one = await proposed(agent);
    for (const _ of [1, 2]) {
      const { body } = await approve(approver, one);
      expect([body.approval.status, body.approval.votes.length]).toEqual(["pending", 1]);
    }
    const second = await client(["approvals:decide"]);
    expect((await approve(second, one)).body.approval).toMatchObject({ status: "executed", quorum: 2 });
    expect((await admin.post("notes.page")).body.notes).toHaveLength(1);
  });

  it("cannot be proposed: a decision is made by the approver", async () => {
    const { agent, approver } = await opened();
    const one = await proposed(agent);
    const { body } = await agent.post("approvals.approve", { id: one.approvalId, digest: one.digest });
    expect([body.status, body.code]).toEqual([403, "approvals.not_approver"]);
    const asked = await approver.post("approvals.deny", { id: one.approvalId }, { "x-postern-propose": "true" });
    expect(asked.body.code).toBe("approvals.not_proposable");
  });
});

describe("a requester that has lost its rights", () => {
  it("executes nothing after it was revoked", async () => {
    const { agent, approver, gateway, admin } = await opened();
    const one = await proposed(agent);
    await gateway.keys.revoke(agent.contextId);
    expect((await approve(approver, one)).body.code).toBe("approvals.requester_ended");
    expect((await admin.post("notes.page")).body.notes).toEqual([]);
  });

  it("executes nothing after its parent was revoked", async () => {
    const { admin, approver, derived, gateway } = await opened();
    const parent = await derived(admin, ["propose:notes:write", "context:write"]);
    const child = await derived(parent, ["propose:notes.add"]);
    const one = await proposed(child);
    await gateway.keys.revoke(parent.contextId);
    expect((await approve(approver, one)).body.code).toBe("approvals.requester_ended");
    expect((await admin.post("notes.page")).body.notes).toEqual([]);
  });
});

describe("a secret", () => {
  it("is refused in a proposal, which would keep it", async () => {
    const { admin, agent } = await opened();
    const input = { text: "tea", password: "canary-7f3a", execute: true };
    const { body } = await agent.post("posts.send", input);
    expect(body).toMatchObject({ status: 400, issues: [{ path: "/password", code: "secret" }] });
    expect(JSON.stringify(body)).not.toContain("canary");
    expect((await admin.post("approvals.list")).body.total).toBe(0);
  });
});
