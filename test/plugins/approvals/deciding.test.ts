import { describe, expect, it } from "vitest";
import { until } from "../../run/until.ts";
import { approve, opened, proposed, shown } from "./fixture.ts";

describe("a proposal", () => {
  it("shows who asked for what and why, and leaves everything else unchanged", async () => {
    const { agent, admin, approver } = await opened();
    const headers = { "x-postern-reason": encodeURIComponent("We are out of tea") };
    const { status, body } = await agent.post("notes.add", { text: "tea" }, headers);
    expect(status).toBe(202);
    const approval = await shown(approver, body);
    expect(approval).toMatchObject({
      id: body.approvalId,
      status: "pending",
      operation: "notes.add",
      summary: "Add a note of 3 characters",
      requester: { contextId: agent.contextId, label: "test", agentId: "writer", lineage: [] },
      reason: "We are out of tea",
      input: { text: "tea" },
      plan: body.plan,
      digest: body.digest,
      quorum: 1,
      votes: [],
    });
    expect(approval.expiresAt - approval.createdAt).toBe(24 * 60 * 60 * 1_000);
    expect((await admin.post("notes.page")).body.notes).toEqual([]);
  });

  it("is executed once when it is approved, as the agent that asked, in the commit of the decision", async () => {
    const { agent, approver, admin, gateway } = await opened();
    const events: { type: string; actor: string; commit: string }[] = [];
    gateway.on("*" as never, ({ type, actor, id }: { type: string; actor: string; id: string }) =>
      events.push({ type, actor, commit: id.split(".")[0] as string }),
    );
    const one = await proposed(agent);
    const { status, body } = await approve(approver, one);
    expect([status, body.approval.status]).toEqual([200, "executed"]);
    expect((await admin.post("notes.page")).body.notes).toMatchObject([{ text: "tea" }]);
    await until(async () => expect(events.map(({ type }) => type)).toContain("approvals.approval.executed"));
    const added = events.find(({ type }) => type === "notes.note.added");
    expect(added?.actor).toBe(agent.contextId);
    const same = events.filter(({ commit }) => commit === added?.commit).map(({ type }) => type);
    expect(same).toEqual(expect.arrayContaining(["approvals.approval.approved", "approvals.approval.executed"]));
    expect((await approve(approver, one)).body.code).toBe("approvals.approval_decided");
    expect((await admin.post("notes.page")).body.notes).toHaveLength(1);
  });

  it("shows the answer of the command to its requester, and not to the approver", async () => {
    const { agent, approver } = await opened();
    const one = await proposed(agent);
    await approve(approver, one);
    expect((await shown(agent, one)).outcome.answer.note).toMatchObject({ text: "tea" });
    expect((await shown(approver, one)).outcome).toEqual({});
  });

  it("executes once if twenty decisions race", async () => {
    const { agent, approver, admin, client } = await opened();
    const one = await proposed(agent);
    const others = await Promise.all(Array.from({ length: 4 }, () => client(["approvals:decide"])));
    const all = [approver, ...others];
    const results = await Promise.all(
      Array.from({ length: 20 }, (_, at) =>
        at % 4 === 3
          ? all[at % 5]?.post("approvals.deny", { id: one.approvalId })
          : approve(all[at % 5] as typeof approver, one),
      ),
    );
    expect(results.filter((one) => one?.status === 200)).toHaveLength(1);
    const denied = (await shown(admin, one)).status === "denied";
    expect((await admin.post("notes.page")).body.notes).toHaveLength(denied ? 0 : 1);
  });

  it("is denied with a note for its requester", async () => {
    const { agent, approver, admin } = await opened();
    const one = await proposed(agent);
    const { body } = await approver.post("approvals.deny", { id: one.approvalId, note: "Coffee only" });
    expect(body.approval).toMatchObject({ status: "denied", note: "Coffee only", decidedBy: approver.contextId });
    expect(await shown(agent, one)).toMatchObject({ status: "denied", note: "Coffee only" });
    expect((await approve(approver, one)).status).toBe(409);
    expect((await admin.post("notes.page")).body.notes).toEqual([]);
  });

  it("is withdrawn by its requester and its ancestors only", async () => {
    const { agent, approver, admin, derived } = await opened();
    const parent = await derived(admin, ["propose:notes:write", "context:write"]);
    const child = await derived(parent, ["propose:notes.add"]);
    const [own, other] = [await proposed(agent), await proposed(child, "notes.add", { text: "milk" })];
    expect((await approver.post("approvals.withdraw", { id: own.approvalId })).body.code).toBe(
      "approvals.not_requester",
    );
    expect((await agent.post("approvals.withdraw", { id: own.approvalId })).body.approval.status).toBe("withdrawn");
    expect((await agent.post("approvals.withdraw", { id: other.approvalId })).status).toBe(404);
    expect((await parent.post("approvals.withdraw", { id: other.approvalId })).body.approval.status).toBe("withdrawn");
    expect((await approve(approver, own)).body.code).toBe("approvals.approval_decided");
  });

  it("expires, and is never executed after that", async () => {
    const clock = { now: Date.now() };
    const { agent, approver, admin } = await opened({ now: () => clock.now });
    const one = await proposed(agent);
    clock.now = one.expiresAt;
    expect((await approve(approver, one)).body.code).toBe("approvals.approval_expired");
    expect((await shown(agent, one)).status).toBe("expired");
    expect((await admin.post("approvals.list", { status: "pending" })).body.approvals).toEqual([]);
    expect((await admin.post("approvals.list", { status: "expired" })).body.approvals).toHaveLength(1);
    expect((await admin.post("notes.page")).body.notes).toEqual([]);
  });

  it("is listed for its requester, its ancestors and approvers, and hidden from others", async () => {
    const { agent, approver, client, derived, admin } = await opened();
    const parent = await derived(admin, ["propose:notes:write", "context:write"]);
    const child = await derived(parent, ["propose:notes.add"]);
    await proposed(agent);
    await proposed(child, "notes.add", { text: "milk" });
    const limited = await client(["approvals:decide@notes.remove"]);
    const listed = async (who: typeof agent) =>
      (await who.post("approvals.list")).body.approvals.map(({ input }: { input: { text: string } }) => input.text);
    expect(await listed(agent)).toEqual(["tea"]);
    expect(await listed(child)).toEqual(["milk"]);
    expect(await listed(parent)).toEqual(["milk"]);
    expect(await listed(approver)).toEqual(["milk", "tea"]);
    expect(await listed(limited)).toEqual([]);
    expect((await approver.post("approvals.list", { agent: "writer" })).body.total).toBe(1);
  });

  it("is waited for, until it has ended", async () => {
    const { agent, approver } = await opened();
    const one = await proposed(agent);
    const waiting = agent.post("approvals.wait", { id: one.approvalId, waitMs: 20_000 });
    await approve(approver, one);
    expect((await waiting).body.approval).toMatchObject({ status: "executed", outcome: { answer: expect.anything() } });
    const other = await proposed(agent, "notes.add", { text: "milk" });
    expect((await agent.post("approvals.wait", { id: other.approvalId, waitMs: 0 })).body.approval.status).toBe(
      "pending",
    );
  });

  it("answers its idempotency key with the outcome, once there is one", async () => {
    const { agent, approver } = await opened();
    const add = (text: string, key: string) => agent.post("notes.add", { text }, { "idempotency-key": key });
    const first = (await add("tea", "1")).body;
    expect((await add("tea", "1")).body).toEqual(first);
    await approve(approver, first);
    const done = await add("tea", "1");
    expect([done.status, done.body.note.text, done.headers.get("idempotent-replayed")]).toEqual([200, "tea", "true"]);
    const denied = (await add("milk", "2")).body;
    await approver.post("approvals.deny", { id: denied.approvalId });
    expect((await add("milk", "2")).body).toMatchObject({ status: 409, code: "approvals.approval_decided" });
  });
});

describe("the plan of a proposal", () => {
  it("is approved by its digest only", async () => {
    const { agent, approver } = await opened();
    const one = await proposed(agent);
    const other = await proposed(agent, "notes.add", { text: "milk" });
    const wrong = await approve(approver, { ...one, digest: other.digest });
    expect(wrong.body).toMatchObject({ code: "approvals.digest_mismatch", digest: one.digest });
    expect((await shown(agent, one)).status).toBe("pending");
  });

  it("becomes stale with its differences if it has changed, and the new one can be approved", async () => {
    const { agent, approver, steps, sent } = await opened();
    steps.plan = () => ({ files: { "a.txt": 3 } });
    const one = await proposed(agent, "posts.send", { text: "tea", execute: true });
    steps.plan = () => ({ files: { "a.txt": 4, "b.txt": 1 } });
    const { status, body } = await approve(approver, one);
    expect([status, body.approval.status]).toEqual([200, "stale"]);
    expect(body.approval.stale.changes).toEqual([
      { path: "files.a.txt", before: 3, after: 4 },
      { path: "files.b.txt", after: 1 },
    ]);
    expect(sent).toEqual([]);
    expect((await approve(approver, one)).body.code).toBe("approvals.digest_mismatch");
    await approve(approver, { ...one, digest: body.approval.stale.digest });
    await until(async () => expect((await shown(agent, one)).status).toBe("executed"));
    expect(sent).toEqual(["tea"]);
  });

  it("becomes stale if the command fails now", async () => {
    const { agent, approver, admin } = await opened();
    const one = await proposed(agent);
    await admin.post("notes.add", { text: "tea" });
    const { body } = await approve(approver, one);
    expect(body.approval).toMatchObject({
      status: "stale",
      stale: { changes: [], reason: expect.stringContaining("same text") },
    });
    expect((await admin.post("notes.page")).body.notes).toHaveLength(1);
  });
});
