import approvals from "@postern/approvals";
import chats from "@postern/chats";
import context from "@postern/context";
import projects from "@postern/projects";
import service from "@postern/service";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { notesPlugin } from "../core/fixtures/notes.ts";
import { posts } from "../plugins/approvals/fixture.ts";
import { has } from "../run/programs.ts";
import { until } from "../run/until.ts";
import { type Cluster, startCluster } from "../storage-drivers/postgres/cluster.ts";
import { openPair } from "./pair.ts";

let cluster: Cluster;
beforeAll(async () => {
  cluster = await startCluster();
});
afterAll(() => cluster.stop());

/** Two gateways, and what their external command has sent. */
async function opened() {
  const outside = [posts(), posts()] as const;
  const [a, b] = await openPair(cluster, (_, at) => [
    ...[chats(), context(), projects(), service(), notesPlugin(), approvals()],
    outside[at].plugin,
  ]);
  return { a, b, outside, sent: () => outside.flatMap(({ sent }) => sent) };
}

describe.skipIf(!has("postgresql"))("an idempotency key", () => {
  it("used at both gateways at the same time has one effect and one answer", async () => {
    const { a, b } = await opened();
    for (let round = 0; round < 10; round++) {
      const headers = { "idempotency-key": `round-${round}` };
      const calls = [a, b, a, b].map(({ admin }) => admin.post("projects.create", { name: `P${round}` }, headers));
      const replies = await Promise.all(calls);
      expect(replies.map(({ status }) => status)).toEqual([200, 200, 200, 200]);
      expect(new Set(replies.map(({ body }) => body.project.id)).size).toBe(1);
    }
    expect((await a.post("projects.list", { limit: "1" })).total).toBe(10);
  });

  it("repeated at the other gateway later has the first outcome, a refusal too", async () => {
    const { a, b } = await opened();
    const once = { "idempotency-key": "once" };
    const first = await a.post("chats.create", { title: "Tea" }, once);
    expect(await b.post("chats.create", { title: "Tea" }, once)).toEqual(first);
    const other = await b.admin.post("chats.create", { title: "Milk" }, once);
    expect([other.status, other.body.code]).toEqual([409, "gateway.idempotency_conflict"]);

    const twice = { "idempotency-key": "twice" };
    await a.post("projects.create", { name: "Tea" });
    const refused = await a.admin.post("projects.create", { name: "Tea" }, twice);
    const again = await b.admin.post("projects.create", { name: "Tea" }, twice);
    expect([again.status, again.body.code]).toEqual([refused.status, refused.body.code]);
  });

  it("starts external work once, and the other gateway answers that it is busy", async () => {
    const { a, b, outside, sent } = await opened();
    let finish = () => {};
    outside[0].steps.send = () => new Promise<void>((resolve) => (finish = resolve));
    const [input, headers] = [{ text: "tea", execute: true }, { "idempotency-key": "send" }];
    const first = a.admin.post("posts.send", input, headers);
    await until(() => expect(sent()).toEqual(["tea"]));
    const meanwhile = await b.admin.post("posts.send", input, headers);
    expect([meanwhile.status, meanwhile.body.code]).toEqual([503, "gateway.busy"]);
    finish();
    expect((await first).body).toEqual({ sent: 1 });
    expect(await b.post("posts.send", input, headers)).toEqual({ sent: 1 });
    expect(sent()).toEqual(["tea"]);
  });
});

describe.skipIf(!has("postgresql"))("a plan", () => {
  it("made at one gateway is executed at the other", async () => {
    const { a, b } = await opened();
    const { digest } = await a.post("notes.add", { text: "tea" }, { "x-dry-run": "true" });
    await b.post("notes.add", { text: "tea" }, { "if-match": `"${digest}"` });
    expect((await a.post("notes.page")).notes).toMatchObject([{ text: "tea" }]);
  });

  it("is stale at the other gateway when the state has changed at the first one", async () => {
    const { a, b } = await opened();
    const { project } = await a.post("projects.create", { name: "Tea" });
    const { id } = project;
    const { plan, digest } = await b.post("projects.archive", { id }, { "x-dry-run": "true" });
    expect(plan.summary).toContain("tea");
    await a.post("projects.update", { id, slug: "milk" });
    const { status, body } = await b.admin.post("projects.archive", { id }, { "if-match": `"${digest}"` });
    expect([status, body.code]).toEqual([412, "gateway.plan_stale"]);
  });
});

describe.skipIf(!has("postgresql"))("a proposal", () => {
  it("made at one gateway is approved at both at the same time, and runs once", async () => {
    const { a, b, sent } = await opened();
    const agent = await a.client(["propose:*"], "writer");
    for (let round = 1; round <= 4; round++) {
      const text = `tea ${round}`;
      const { status, body } = await agent.post("posts.send", { text, execute: true });
      expect([status, body.status]).toEqual([202, "pending"]);
      const { approvalId: id, digest } = body;
      const votes = await Promise.all([a, b].map(({ admin }) => admin.post("approvals.approve", { id, digest })));
      expect(votes.some((vote) => vote.status === 200)).toBe(true);
      await until(async () => expect((await b.post("approvals.show", { id })).approval.status).toBe("executed"));
      expect(sent().filter((one) => one === text)).toEqual([text]);
    }
  });

  it("is waited for at one gateway and denied at the other", async () => {
    const { a, b } = await opened();
    const agent = await a.client(["propose:*"], "writer");
    const { body } = await agent.post("notes.add", { text: "tea" });
    const { approvalId: id } = body;
    const waiting = b.as(agent).post("approvals.wait", { id, waitMs: "20000" });
    await a.post("approvals.deny", { id });
    expect((await waiting).body.approval.status).toBe("denied");
    const late = await b.admin.post("approvals.approve", { id, digest: body.digest });
    expect(late.status).toBe(409);
  });
});

describe.skipIf(!has("postgresql"))("undo", () => {
  it("of a command of one gateway at both at the same time has one effect", async () => {
    const { a, b } = await opened();
    const { id } = (await a.post("projects.create", { name: "Tea" })).project;
    await a.post("projects.update", { id, name: "Milk" });
    const { event } = (await b.post("service.undo")).plan;
    const undone = await Promise.all([a, b].map(({ admin }) => admin.post("service.undo", { event, execute: true })));
    expect(undone.filter(({ status, body }) => status === 200 && body.status === "undone")).toHaveLength(1);
    expect((await a.post("projects.show", { id })).project.name).toBe("Tea");
    const again = await b.admin.post("service.undo", { event, execute: true });
    expect([again.status, again.body.code]).toEqual([409, "service.already_undone"]);
  });
});
