import {
  type Approvals,
  approvalsService,
  covers,
  createCaller,
  defineCollection,
  defineCommand,
  defineGroup,
  definePlugin,
  isGrant,
  type ReviewedCall,
  secret,
  T,
} from "@postern/core";
import { testGateway } from "@postern/core/testing";
import { describe, expect, it, onTestFinished } from "vitest";
import { notesPlugin } from "./fixtures/notes.ts";

const kept = defineCollection("keeper.proposal", {
  schema: T.Object({ id: T.String(), plan: T.Unknown(), digest: T.String(), answer: T.Optional(T.Unknown()) }),
  key: ({ id }) => [id],
});

/** A plugin that keeps proposals, and what it was asked to review. */
function keeper(decide: (call: ReviewedCall) => "allow" | "keep" = ({ proposal }) => (proposal ? "keep" : "allow")) {
  const reviewed: ReviewedCall[] = [];
  const group = defineGroup("keeper", { title: "Keeper" });
  const answer = defineCommand(group, {
    id: "keeper.answer",
    summary: "Answer a proposal",
    input: T.Object({ proposal: T.String() }),
    output: T.Object({}),
    plan: () => ({ summary: "Answer" }),
    async execute({ store }, _plan, { proposal }) {
      const found = await store.get(kept, proposal);
      if (found) await store.put(kept, { ...found, answer: { removed: true } });
      return {};
    },
  });
  const approvals: Approvals = {
    async review({ store, id, now }, call) {
      reviewed.push(call);
      if (decide(call) === "allow") return undefined;
      const proposal = { id: id("apr_"), plan: call.plan, digest: await call.digest() };
      await store.put(kept, proposal);
      return { approvalId: proposal.id, expiresAt: now + 1_000, plan: proposal.plan, digest: proposal.digest };
    },
    async outcome(store, approvalId) {
      const { answer, plan, digest } = (await store.get(kept, approvalId)) ?? { plan: {}, digest: "" };
      return answer ? { answer } : { pending: { approvalId, expiresAt: 1, plan, digest } };
    },
  };
  const plugin = definePlugin(group, {
    version: "1.0.0",
    operations: [answer],
    collections: { kept },
    provides: { approvals: approvalsService },
    setup: () => ({ services: { approvals }, state: undefined }),
  });
  return { plugin: plugin(), reviewed };
}

async function opened(kept = keeper()) {
  const test = await testGateway({ plugins: [notesPlugin(), kept.plugin] });
  onTestFinished(test.stop);
  return { ...test, ...kept };
}

describe("a grant that may only propose", () => {
  it("is written with propose: before any other grant", () => {
    for (const grant of ["propose:*", "propose:notes:write", "propose:notes.add", "propose:notes:write@note_1"])
      expect([grant, isGrant(grant)]).toEqual([grant, true]);
    for (const grant of ["propose:", "propose", "propose:propose:*", "propose:notes"])
      expect([grant, isGrant(grant)]).toEqual([grant, false]);
  });

  it("can be passed on by who may propose or execute the same, and never becomes more", () => {
    const scopeOf = (id: string) => (id.startsWith("notes.") ? "notes:write" : undefined);
    const table: [string, string, boolean][] = [
      ["*", "propose:notes.add", true],
      ["notes:write", "propose:notes.add", true],
      ["propose:*", "propose:notes:write", true],
      ["propose:notes:write", "propose:notes.add", true],
      ["propose:notes:write@a", "propose:notes:write@a", true],
      ["propose:notes:write@a", "propose:notes:write", false],
      ["propose:notes.add", "propose:notes.remove", false],
      ["propose:*", "*", false],
      ["propose:notes:write", "notes:write", false],
      ["propose:notes:write", "notes:read", false],
      ["notes:read", "propose:notes:write", false],
    ];
    for (const [held, wanted, expected] of table)
      expect([held, wanted, covers([held], wanted, scopeOf)]).toEqual([held, wanted, expected]);
  });

  it("reaches nothing but what may be proposed, along the whole chain", () => {
    const caller = createCaller({
      contextId: "ctx_1",
      chain: [["propose:notes:write@a", "propose:*"], ["propose:notes:write"]],
    });
    expect(caller.isAdmin).toBe(false);
    expect(caller.allows("notes:write")).toBe(false);
    expect(caller.allows("notes:read")).toBe(false);
    expect(caller.allows("propose:notes:write")).toBe(true);
    expect(caller.allows("propose:tasks:write")).toBe(false);
  });
});

describe("a call of a key that may only propose", () => {
  it("is stored with its plan instead of being executed", async () => {
    const { client, admin, gateway } = await opened();
    const agent = await client(["propose:notes:write"]);
    const { status, body } = await agent.post("notes.add", { text: "tea" });
    expect(status).toBe(202);
    expect(body).toEqual({
      status: "pending",
      approvalId: expect.stringMatching(/^apr_/),
      expiresAt: expect.any(Number),
      plan: { summary: "Add a note of 3 characters", length: 3 },
      digest: expect.any(String),
    });
    expect((await admin.post("notes.page")).body.notes).toEqual([]);
    const page = await gateway.plan("notes.add", { text: "tea" });
    expect(page.plan).toEqual(body.plan);
  });

  it("shows its plan if it would not run without execute, with the digest that is proposed", async () => {
    const { client, admin } = await opened();
    const { note } = (await admin.post("notes.add", { text: "tea" })).body;
    const agent = await client(["propose:notes:write"]);
    const planned = await agent.post("notes.remove", { id: note.id });
    expect(planned.body).toMatchObject({ dryRun: true });
    const proposed = await agent.post("notes.remove", { id: note.id, execute: true });
    expect([proposed.status, proposed.body.digest]).toEqual([202, planned.body.digest]);
  });

  it("cannot read, and is refused where the key may propose nothing", async () => {
    const { client } = await opened();
    const agent = await client(["propose:notes.add", "propose:notes:write@note_1"]);
    expect((await agent.post("notes.page")).status).toBe(403);
    expect((await agent.post("notes.remove", { id: "note_2" })).body).toMatchObject({
      code: "gateway.forbidden",
      scope: "notes:write@note_2",
    });
  });

  it("fails like the real call, and stores nothing", async () => {
    const { client, admin, reviewed } = await opened();
    await admin.post("notes.add", { text: "tea" });
    const agent = await client(["propose:*"]);
    reviewed.length = 0;
    expect((await agent.post("notes.add", { text: "tea" })).body.code).toBe("notes.text_taken");
    expect((await agent.post("notes.add", { text: "" })).status).toBe(400);
    expect(reviewed).toEqual([]);
  });

  it("is refused if no plugin keeps approvals", async () => {
    const test = await testGateway({ plugins: [notesPlugin()] });
    onTestFinished(test.stop);
    const agent = await test.client(["propose:*"]);
    expect((await agent.post("notes.add", { text: "tea" })).body).toMatchObject({ status: 403, scope: "notes:write" });
  });

  it("is repeated with its Idempotency-Key as the same proposal, and later as its outcome", async () => {
    const { client, admin } = await opened();
    const { note } = (await admin.post("notes.add", { text: "tea" })).body;
    const agent = await client(["propose:notes:write"]);
    const remove = () => agent.post("notes.remove", { id: note.id, execute: true }, { "idempotency-key": "once" });
    const all = await Promise.all([remove(), remove(), remove()]);
    expect(new Set(all.map(({ status, body }) => `${status} ${body.approvalId}`)).size).toBe(1);
    await admin.post("keeper.answer", { proposal: all[0]?.body.approvalId });
    const after = await remove();
    expect([after.status, after.body, after.headers.get("idempotent-replayed")]).toEqual([
      200,
      { removed: true },
      "true",
    ]);
    const other = await agent.post("notes.remove", { id: "x", execute: true }, { "idempotency-key": "once" });
    expect(other.body.code).toBe("gateway.idempotency_conflict");
  });

  it("is executed if the reviewer allows it, with the rights it may propose", async () => {
    const { client, admin } = await opened(keeper(() => "allow"));
    const agent = await client(["propose:notes.add"]);
    expect((await agent.post("notes.add", { text: "tea" })).status).toBe(200);
    expect((await admin.post("notes.page")).body.notes).toHaveLength(1);
    expect((await agent.post("notes.remove", { id: "x" })).status).toBe(403);
  });
});

describe("a caller who may execute", () => {
  it("proposes with a header, in process with propose, and not by default", async () => {
    const { admin, gateway, reviewed } = await opened();
    expect((await admin.post("notes.add", { text: "tea" })).status).toBe(200);
    const headers = { "x-postern-propose": "true", "x-postern-reason": encodeURIComponent("Grüße: \u201Ctea\u201D") };
    const proposed = await admin.post("notes.add", { text: "milk" }, headers);
    expect([proposed.status, reviewed.at(-1)?.reason]).toEqual([202, "Grüße: \u201Ctea\u201D"]);
    expect(await gateway.propose("notes.add", { text: "milk" }, { reason: "More" })).toMatchObject({
      status: "pending",
    });
    expect(reviewed.at(-1)?.reason).toBe("More");
    expect((await admin.post("notes.page")).body.notes).toHaveLength(1);
  });

  it("gets an error in process if the command waits although it asked to execute it", async () => {
    const { gateway } = await opened(keeper(() => "keep"));
    await expect(gateway.call("notes.add", { text: "tea" })).rejects.toMatchObject({
      code: "gateway.approval_pending",
      data: { approvalId: expect.stringMatching(/^apr_/) },
    });
  });

  it("is refused with headers that mean nothing", async () => {
    const { admin } = await opened();
    const sent = (headers: Record<string, string>, id = "notes.add") => admin.post(id, { text: "tea" }, headers);
    expect((await sent({ "x-postern-propose": "yes" })).status).toBe(400);
    expect((await sent({ "x-postern-propose": "true" }, "notes.page")).status).toBe(400);
    expect((await sent({ "x-postern-reason": "%ff" })).status).toBe(400);
    expect((await sent({ "x-postern-reason": "a".repeat(1_001) })).status).toBe(400);
  });
});

describe("the digest of a plan", () => {
  const planOf = async (post: (headers: Record<string, string>) => Promise<{ body: { digest: string } }>) =>
    (await post({ "x-dry-run": "true" })).body.digest;

  it("belongs to one context, and another cannot execute it", async () => {
    const { admin, client } = await opened();
    const other = await client(["notes:write"]);
    const digest = await planOf((headers) => admin.post("notes.add", { text: "tea" }, headers));
    expect(await planOf((headers) => other.post("notes.add", { text: "tea" }, headers))).not.toBe(digest);
    const stolen = await other.post("notes.add", { text: "tea" }, { "if-match": `"${digest}"` });
    expect(stolen.body.code).toBe("gateway.plan_stale");
    expect((await admin.post("notes.add", { text: "tea" }, { "if-match": `"${digest}"` })).status).toBe(200);
  });

  it("changes with the version of the plugin, the schema and a secret in the input", async () => {
    const group = defineGroup("locks", { title: "Locks" });
    const storage = (await import("@postern/storage-memory")).default();
    const key = { value: "" };
    const digestWith = async (version: string, maxLength: number, word: string) => {
      const turn = defineCommand(group, {
        id: "locks.turn",
        summary: "Turn a lock",
        input: T.Object({ word: secret(T.String({ maxLength })) }),
        output: T.Object({}),
        plan: () => ({ summary: "Turn" }),
        execute: () => ({}),
      });
      const plugin = definePlugin(group, { version, operations: [turn] })();
      const test = await testGateway({ plugins: [plugin], storage: { ...storage, dispose: undefined } as never });
      onTestFinished(test.stop);
      key.value ||= test.admin.contextId;
      const caller = await test.gateway.keys.callerOf(key.value);
      const { digest } = await test.gateway.plan("locks.turn", { word }, { caller: caller as never });
      await test.stop();
      return digest;
    };
    const first = await digestWith("1.0.0", 20, "sesame");
    expect(await digestWith("1.0.0", 20, "sesame")).toBe(first);
    expect(await digestWith("1.0.1", 20, "sesame")).not.toBe(first);
    expect(await digestWith("1.0.0", 21, "sesame")).not.toBe(first);
    expect(await digestWith("1.0.0", 20, "sesam")).not.toBe(first);
  });
});
