import { describe, expect, it } from "vitest";
import { approve, opened, proposed, shown } from "./fixture.ts";

const rule = (match: object, action: string, more: object = {}) => ({
  name: `${action} it`,
  match: { operations: ["**"], ...match },
  action,
  ...more,
});

describe("a policy", () => {
  it("requires approval of matching commands only", async () => {
    const { admin, client } = await opened();
    await admin.post("approvals.policies.create", rule({ operations: ["notes.add"], agents: ["main"] }, "propose"));
    const main = await client(["notes:write"], "main");
    const other = await client(["notes:write"], "other");
    expect((await main.post("notes.add", { text: "tea" })).status).toBe(202);
    expect((await other.post("notes.add", { text: "milk" })).status).toBe(200);
  });

  it("holds for a command within another one, which can be approved as a whole", async () => {
    const { admin, client } = await opened();
    const { body } = await admin.post("approvals.policies.create", rule({ operations: ["notes.add"] }, "propose"));
    const writer = await client(["notes:write"]);
    const inner = await writer.post("notes.add-both", { texts: ["a", "b"] });
    expect([inner.status, inner.body.code]).toEqual([403, "approvals.needs_approval"]);
    const whole = await writer.post("notes.add-both", { texts: ["a", "b"] }, { "x-postern-propose": "true" });
    const { approvalId: id, digest } = whole.body;
    expect((await admin.post("approvals.approve", { id, digest })).body.approval.status).toBe("executed");
    // Of two approvers, one has approved the whole: that is not enough for what is within it.
    await admin.post("approvals.policies.update", { id: body.policy.id, quorum: 2 });
    const again = await writer.post("notes.add-both", { texts: ["c", "d"] }, { "x-postern-propose": "true" });
    const late = await admin.post("approvals.approve", { id: again.body.approvalId, digest: again.body.digest });
    expect(late.body.code).toBe("approvals.needs_approval");
  });

  it("lets a key execute a command that it may only propose", async () => {
    const { admin, agent } = await opened();
    await admin.post("approvals.policies.create", rule({ operations: ["notes.*"], agents: ["writer"] }, "allow"));
    expect((await agent.post("notes.add", { text: "tea" })).status).toBe(200);
    const { body } = await agent.post("notes.add", { text: "milk" }, { "x-postern-propose": "true" });
    expect(body.status).toBe("pending");
  });

  it("denies with its reason, also commands that need no approval", async () => {
    const { admin, client } = await opened();
    const writer = await client(["notes:write"]);
    await admin.post("approvals.policies.create", rule({ operations: ["notes.add"] }, "deny", { reason: "Freeze" }));
    const { body } = await writer.post("notes.add", { text: "tea" });
    expect(body).toMatchObject({ status: 403, code: "approvals.denied_by_policy", reason: "Freeze" });
    expect((await admin.post("notes.page")).body.notes).toEqual([]);
  });

  it("decides in the order of positions, until it is disabled or removed", async () => {
    const { admin, client } = await opened();
    const writer = await client(["notes:write"]);
    const make = async (action: string) =>
      (await admin.post("approvals.policies.create", rule({ operations: ["notes.add"] }, action))).body.policy;
    const [deny, propose] = [await make("deny"), await make("propose")];
    const status = async (text: string) => (await writer.post("notes.add", { text })).status;
    expect(await status("a")).toBe(403);
    await admin.post("approvals.policies.update", { id: propose.id, position: 1 });
    await admin.post("approvals.policies.update", { id: deny.id, position: 2 });
    expect(await status("b")).toBe(202);
    await admin.post("approvals.policies.disable", { id: propose.id });
    expect(await status("c")).toBe(403);
    await admin.post("approvals.policies.remove", { id: deny.id, execute: true });
    expect(await status("d")).toBe(200);
    await admin.post("approvals.policies.enable", { id: propose.id });
    expect(await status("e")).toBe(202);
  });

  it("compares effects, resources, amounts, sizes and contexts", async () => {
    const { admin, client, agent } = await opened();
    const writer = await client(["posts:write"]);
    const table: [object, object, boolean][] = [
      [{ effects: ["external"] }, { text: "a" }, true],
      [{ effects: ["write", "destroy"] }, { text: "a" }, false],
      [{ resources: ["ann"] }, { text: "a", to: "ann" }, true],
      [{ resources: ["ann"] }, { text: "a", to: "bob" }, false],
      // Without a resource in the input it may be about any.
      [{ resources: ["ann"] }, { text: "a" }, true],
      [{ limits: [{ path: "amount", atMost: 10 }] }, { text: "a", amount: 10 }, true],
      [{ limits: [{ path: "amount", atMost: 10 }] }, { text: "a", amount: 10.5 }, false],
      [{ limits: [{ path: "amount", atMost: 10 }] }, { text: "a" }, false],
      [{ limits: [{ path: "text", atLeast: 3 }] }, { text: "abc" }, true],
      [{ limits: [{ path: "text", atLeast: 3 }] }, { text: "ab" }, false],
      [{ inputAtMost: 20 }, { text: "a" }, true],
      [{ inputAtMost: 20 }, { text: "a".repeat(20) }, false],
      [{ contexts: [writer.contextId] }, { text: "a" }, true],
      [{ contexts: [agent.contextId] }, { text: "a" }, false],
    ];
    for (const [match, input, expected] of table) {
      const { body } = await admin.post(
        "approvals.policies.create",
        rule({ operations: ["posts.send"], ...match }, "deny"),
      );
      const { status } = await writer.post("posts.send", { ...input, execute: true });
      expect([match, input, status]).toEqual([match, input, expected ? 403 : 200]);
      await admin.post("approvals.policies.remove", { id: body.policy.id, execute: true });
    }
  });

  it("holds at its hours, also over midnight and on its days", async () => {
    // A Wednesday.
    const clock = { now: Date.parse("2026-11-25T21:30:00Z") };
    const { admin, client } = await opened({ now: () => clock.now });
    const writer = await client(["notes:write"]);
    const hours = { timezone: "Europe/Berlin", from: "22:00", to: "07:00", days: ["wed"] };
    await admin.post("approvals.policies.create", rule({ operations: ["notes.add"], hours }, "deny"));
    const at = async (time: string) => {
      clock.now = Date.parse(time);
      return (await writer.post("notes.add", { text: time.slice(5, 16) })).status;
    };
    expect(await at("2026-11-25T20:59:00Z")).toBe(200);
    expect(await at("2026-11-25T21:00:00Z")).toBe(403);
    expect(await at("2026-11-26T05:59:00Z")).toBe(403);
    expect(await at("2026-11-26T06:00:00Z")).toBe(200);
    expect(await at("2026-11-26T21:30:00Z")).toBe(200);
  });

  it("refuses operations that do not exist, and limits without a number", async () => {
    const { admin } = await opened();
    const wrong = { operations: ["notes.ad"], limits: [{ path: "text" }] };
    const { body } = await admin.post("approvals.policies.create", rule(wrong, "allow"));
    expect(body.issues.map(({ path, message }: { path: string; message: string }) => [path, message])).toEqual([
      ["/match/operations/0", 'must match a command of this gateway, not "notes.ad". Did you mean notes.add?'],
      ["/match/limits/0", "requires atLeast or atMost"],
    ]);
  });

  it("cannot keep approvers from deciding", async () => {
    const { admin, agent, approver } = await opened();
    const one = await proposed(agent);
    await admin.post("approvals.policies.create", rule({}, "deny"));
    expect((await approver.post("approvals.deny", { id: one.approvalId })).body.approval.status).toBe("denied");
    expect((await admin.post("approvals.policies.list")).body.total).toBe(1);
  });

  it("can be proposed by an agent or a key with less than full access, and never made by them alone", async () => {
    const { admin, client } = await opened();
    const everything = await client(["*"], "main");
    const some = await client(["approvals:write", "notes:write"]);
    for (const who of [everything, some]) {
      const one = await proposed(who, "approvals.policies.create", rule({ operations: ["notes.add"] }, "allow"));
      expect((await admin.post("approvals.policies.list")).body.total).toBe(0);
      expect((await approve(admin, one)).body.approval.status).toBe("executed");
      const { policies } = (await admin.post("approvals.policies.list")).body;
      expect(policies).toMatchObject([{ action: "allow", createdBy: who.contextId }]);
      await admin.post("approvals.policies.remove", { id: policies[0].id, execute: true });
    }
  });

  it("that changes meanwhile is obeyed by calls in progress", async () => {
    const { admin, client } = await opened();
    const writer = await client(["notes:write"]);
    const [, ...answers] = await Promise.all([
      admin.post("approvals.policies.create", rule({ operations: ["notes.add"] }, "deny")),
      ...Array.from({ length: 20 }, (_, at) => writer.post("notes.add", { text: `note ${at}` })),
    ]);
    expect((await writer.post("notes.add", { text: "late" })).status).toBe(403);
    const added = answers.filter(({ status }) => status === 200).length;
    expect((await admin.post("notes.page", { limit: 100 })).body.notes).toHaveLength(added);
  });

  it("says which policy asked for an approval, and how long it lasts", async () => {
    const { admin, agent } = await opened();
    const { body } = await admin.post(
      "approvals.policies.create",
      rule({ operations: ["notes.add"] }, "propose", { expiresAfterMs: 120_000 }),
    );
    const approval = await shown(agent, await proposed(agent));
    expect([approval.policy, approval.expiresAt - approval.createdAt]).toEqual([body.policy.id, 120_000]);
  });
});
