import { readFileSync } from "node:fs";
import approvals from "@postern/approvals";
import context from "@postern/context";
import { createClient, testGateway } from "@postern/core/testing";
import { describe, expect, it, onTestFinished } from "vitest";
import { approve, opened, proposed, shown } from "../plugins/approvals/fixture.ts";

describe("a key and everything derived from it", () => {
  it("have one principal and one agent, unless an administrator names another", async () => {
    const { admin, derived, client } = await opened();
    const whoOf = async (one: typeof admin) => {
      const { context } = (await one.post("context.whoami")).body;
      return [context.principal, context.principalName, context.agentId];
    };
    const own = [`user:${admin.contextId}`, "test", undefined];
    const child = await derived(admin, ["context:write", "notes:read"]);
    expect(await whoOf(child)).toEqual(own);
    expect(await whoOf(await derived(child, ["notes:read"]))).toEqual(own);
    const scout = await derived(admin, ["context:write", "notes:read"], "scout");
    expect(await whoOf(scout)).toEqual(["agent:scout", "scout", "scout"]);
    expect(await whoOf(await derived(scout, ["notes:read"]))).toEqual(["agent:scout", "scout", "scout"]);
    expect(await whoOf(await client(["notes:read"]))).not.toEqual(own);
  });

  it("belong to a person whom only an administrator creates, names, renames and removes", async () => {
    const { admin, client, gateway } = await opened();
    const made = await admin.post("context.principals.create", { name: "Ann" });
    const { id } = made.body.principal;
    const key = { label: "laptop", scopes: ["context:write"], principal: id };
    const { body } = await admin.post("context.derive", key);
    expect(body.context).toMatchObject({ principal: id, principalName: "Ann" });
    const ann = createClient(gateway.fetch, body.key);
    const other = await client(["context:write"]);
    for (const [who, operation, input, status] of [
      [ann, "context.principals.show", { id }, 200],
      [other, "context.principals.show", { id }, 404],
      [other, "context.principals.create", { name: "Bob" }, 403],
      [ann, "context.principals.update", { id, name: "The administrator" }, 403],
      [other, "context.derive", { ...key, scopes: ["context:read"] }, 403],
      [ann, "context.derive", { ...key, principal: `user:${admin.contextId}` }, 403],
      [admin, "context.derive", { ...key, principal: "user:usr_000000000000000000000000" }, 404],
      [admin, "context.derive", { ...key, agentId: "scout" }, 400],
      [admin, "context.principals.remove", { id, execute: true }, 409],
      [admin, "context.principals.update", { id, name: "Anna" }, 200],
    ] as const)
      expect([operation, input, (await who.post(operation, input)).status]).toEqual([operation, input, status]);
    const list = async (who: typeof ann) =>
      (await who.post("context.principals.list")).body.principals.map(({ name }: { name: string }) => name);
    expect(await list(ann)).toEqual(["Anna"]);
    expect(await list(admin)).toContain("Anna");
    const unused = (await admin.post("context.principals.create", { name: "Nobody" })).body.principal;
    await admin.post("context.principals.remove", { id: unused.id, execute: true });
    expect(await list(admin)).not.toContain("Nobody");
  });
});

describe("a decision", () => {
  it("is not made by any key of the principal that proposed, however it was derived", async () => {
    const { ann, admin, derived } = await withAnn();
    const below = await derived(ann, RIGHTS);
    const sibling = await derived(ann, RIGHTS);
    const deeper = await derived(below, RIGHTS);
    let count = 0;
    for (const [requester, decider] of [
      [ann, ann],
      [below, ann],
      [below, sibling],
      [sibling, below],
      [deeper, ann],
      [ann, deeper],
    ] as const) {
      const one = await proposed(requester, "notes.add", { text: `tea ${count++}` });
      const answer = await approve(decider, one);
      expect([answer.status, answer.body.code]).toEqual([403, "approvals.not_approver"]);
      expect((await shown(admin, one)).status).toBe("pending");
    }
  });

  it("is made by a key with all rights about one with fewer, also of the same person", async () => {
    const { admin, derived } = await opened();
    const session = await derived(admin, ["*"]);
    const assistant = await derived(admin, ["propose:notes:write"]);
    expect((await approve(session, await proposed(assistant))).body.approval.status).toBe("executed");
    // Nobody checks what they have asked to be checked.
    const { body } = await admin.post("notes.add", { text: "milk" }, { "x-postern-propose": "true" });
    expect((await approve(session, body)).body.code).toBe("approvals.not_approver");
  });

  it("is made by somebody else, also with a key that was derived for them from that of the requester", async () => {
    const { admin, ann } = await withAnn();
    const { body } = await admin.post("notes.add", { text: "milk" }, { "x-postern-propose": "true" });
    expect((await approve(ann, body)).body.approval.status).toBe("executed");
  });

  it("counts once for each principal, with however many keys", async () => {
    const { ann, admin, agent, approver, derived } = await withAnn();
    const match = { operations: ["notes.**"] };
    await admin.post("approvals.policies.create", { name: "Two", match, action: "propose", quorum: 2 });
    const one = await proposed(agent);
    for (const who of [ann, await derived(ann, RIGHTS), await derived(ann, RIGHTS)]) {
      const { body } = await approve(who, one);
      expect([body.approval.status, body.approval.votes.length]).toEqual(["pending", 1]);
    }
    expect((await approve(approver, one)).body.approval.status).toBe("executed");
  });

  it("is not made by a key below the key of an agent", async () => {
    const { admin, agent, derived } = await opened();
    const reviewer = await derived(admin, RIGHTS, "reviewer");
    const below = await derived(reviewer, ["approvals:decide"]);
    expect((await approve(below, await proposed(agent))).body.message).toContain("Agents cannot decide");
  });
});

describe("a policy", () => {
  it("for a context holds for everything below it, and one for an agent for all its keys", async () => {
    const { admin, derived } = await opened();
    const key = await derived(admin, RIGHTS);
    const below = await derived(await derived(key, RIGHTS), RIGHTS);
    const scout = await derived(await derived(admin, RIGHTS, "scout"), RIGHTS);
    for (const [match, who] of [
      [{ contexts: [key.contextId] }, below],
      [{ agents: ["scout"] }, scout],
      [{ principals: ["agent:scout"] }, scout],
    ] as const) {
      const rule = { name: "No", match: { operations: ["notes.add"], ...match }, action: "deny" };
      const { body } = await admin.post("approvals.policies.create", rule);
      const answer = await who.post("notes.add", { text: "tea" });
      expect([match, answer.body.code]).toEqual([match, "approvals.denied_by_policy"]);
      await admin.post("approvals.policies.remove", { id: body.policy.id, execute: true });
    }
  });

  it("is not created by a key below the key of an agent, even with all rights", async () => {
    const { admin, derived } = await opened();
    const below = await derived(await derived(admin, ["*"], "scout"), ["*"]);
    const rule = { name: "Yes", match: { operations: ["**"] }, action: "allow" };
    expect((await below.post("approvals.policies.create", rule)).status).toBe(202);
  });

  it("that denies everything is removed by an administrator, and says whom it locks out", async () => {
    const { admin, client } = await opened();
    const rule = { name: "Closed", match: { operations: ["**"] }, action: "deny" };
    const { body: plan } = await admin.post("approvals.policies.create", rule, { "x-dry-run": "true" });
    expect(plan.plan.summary).toContain("every caller");
    const { id } = (await admin.post("approvals.policies.create", rule)).body.policy;
    expect((await admin.post("notes.add", { text: "tea" })).body.code).toBe("approvals.denied_by_policy");
    expect((await (await client(["approvals:write"])).post("approvals.policies.disable", { id })).status).not.toBe(200);
    expect((await admin.post("approvals.policies.disable", { id })).status).toBe(200);
    await admin.post("approvals.policies.enable", { id });
    expect((await admin.post("approvals.policies.remove", { id, execute: true })).status).toBe(200);
    expect((await admin.post("notes.add", { text: "tea" })).status).toBe(200);
  });

  it("that asks for the approval of others is removed by the process itself", async () => {
    const { admin, gateway } = await opened();
    const rule = { name: "Two", match: { operations: ["**"] }, action: "propose", quorum: 2 };
    const { id } = (await admin.post("approvals.policies.create", rule)).body.policy;
    expect((await admin.post("approvals.policies.remove", { id, execute: true })).status).toBe(202);
    await gateway.call("approvals.policies.remove", { id }, { execute: true });
    expect((await admin.post("notes.add", { text: "tea" })).status).toBe(200);
  });
});

describe("a store of version 1", () => {
  it("gets principals: keys below one with all rights are people or agents, deeper ones inherit", async () => {
    const old = JSON.parse(readFileSync(new URL("fixtures/data-1.json", import.meta.url), "utf8"));
    const records = new Map<string, string>(Object.entries(old.records));
    const storage = {
      name: "records",
      hasItem: (key: string) => records.has(key),
      getItem: (key: string) => records.get(key) ?? null,
      setItem: (key: string, value: string) => void records.set(key, value),
      removeItem: (key: string) => void records.delete(key),
      getKeys: () => [...records.keys()],
    };
    const { gateway, stop } = await testGateway({
      ...{ plugins: [approvals(), context()], storage, now: () => WRITTEN },
    } as never);
    onTestFinished(stop);
    const { keys, ids, pending } = old;
    const as = (name: string) => createClient(gateway.fetch, keys[name], ids[name]);
    const who = async (name: string) => {
      const { body } = await as(name).post("context.whoami");
      return body.context ? [body.context.principal, body.context.principalName] : body.status;
    };
    expect(await who("admin")).toEqual([`user:${ids.admin}`, "admin"]);
    expect(await who("assistant")).toEqual([`user:${ids.assistant}`, "assistant"]);
    expect(await who("helper")).toEqual([`user:${ids.assistant}`, "assistant"]);
    expect(await who("scout")).toEqual(["agent:scout", "scout"]);
    expect(await who("tool")).toEqual(["agent:scout", "scout"]);
    expect(await who("second admin")).toEqual([`user:${ids["second admin"]}`, "second admin"]);
    expect(await who("revoked")).toBe(401);
    const { principals } = (await as("admin").post("context.principals.list")).body;
    expect(principals.map(({ name, contexts }: never) => [name, contexts])).toEqual(
      expect.arrayContaining([
        ["assistant", 2],
        ["scout", 2],
        ["admin", 1],
      ]),
    );
    // A proposal from before: of the principal that its key has now, by which it is counted.
    const { requester } = (await as("admin").post("approvals.show", { id: pending.approvalId })).body.approval;
    expect(requester.principal).toBe(`user:${ids.assistant}`);
    expect((await approve(as("assistant"), pending)).body.code).toBe("approvals.not_approver");
    // The plan of a key names its principal now, so it is shown once more.
    const { stale, status } = (await approve(as("second admin"), pending)).body.approval;
    expect(status).toBe("stale");
    const again = await approve(as("second admin"), { ...pending, digest: stale.digest });
    expect(again.body.approval.status).toBe("executed");
  });
});

const RIGHTS = ["propose:notes:write", "approvals:decide", "context:write"];
/** When the store of version 1 was written. */
const WRITTEN = Date.parse("2026-11-28T15:00:00Z");

/** A gateway with the key of a person who is not the administrator. */
async function withAnn() {
  const test = await opened();
  const { body } = await test.admin.post("context.principals.create", { name: "Ann" });
  const key = { label: "ann", principal: body.principal.id, scopes: RIGHTS };
  const made = (await test.admin.post("context.derive", key)).body;
  return { ...test, ann: createClient(test.gateway.fetch, made.key, made.context.id) };
}
