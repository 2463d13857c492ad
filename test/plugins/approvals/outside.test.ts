import approvals from "@postern/approvals";
import context from "@postern/context";
import { createClient, testGateway } from "@postern/core/testing";
import memory from "@postern/storage-memory";
import { describe, expect, it, onTestFinished } from "vitest";
import { until } from "../../run/until.ts";
import { approve, Off, opened, posts, proposed, shown } from "./fixture.ts";

const post = { text: "tea", execute: true };

describe("an approved command that works outside the store", () => {
  it("is executed once by the queue, and shows its outcome", async () => {
    const { agent, approver, sent } = await opened();
    const one = await proposed(agent, "posts.send", post);
    expect((await approve(approver, one)).body.approval.status).toBe("approved");
    await until(async () =>
      expect(await shown(agent, one)).toMatchObject({ status: "executed", outcome: { answer: { sent: 1 } } }),
    );
    expect(sent).toEqual(["tea"]);
  });

  it("shows the error of the command", async () => {
    const { agent, approver, steps } = await opened();
    const one = await proposed(agent, "posts.send", post);
    steps.send = () => {
      throw Off({});
    };
    await approve(approver, one);
    await until(async () =>
      expect(await shown(agent, one)).toMatchObject({
        status: "failed",
        outcome: { code: "posts.off", message: "Posts are switched off" },
      }),
    );
    const { status, code } = (await agent.post("posts.send", post, { "idempotency-key": "new" })).body;
    expect([status, code]).toEqual(["pending", undefined]);
  });

  it("shows an unclear outcome as unclear, and is not repeated", async () => {
    const { agent, approver, steps, sent } = await opened();
    const one = await proposed(agent, "posts.send", post);
    steps.send = () => {
      throw new Error("The connection broke");
    };
    await approve(approver, one);
    await until(async () =>
      expect(await shown(agent, one)).toMatchObject({ status: "failed", outcome: { unclear: true } }),
    );
    expect(sent).toEqual(["tea"]);
  });

  it("becomes stale if its plan changes between the decision and its start", async () => {
    const { agent, approver, steps, sent } = await opened();
    let plans = 0;
    steps.plan = () => ({ files: plans++ < 2 ? 3 : 4 });
    const one = await proposed(agent, "posts.send", post);
    await approve(approver, one);
    await until(async () => expect((await shown(agent, one)).status).toBe("stale"));
    expect((await shown(agent, one)).stale.changes).toEqual([{ path: "files", before: 3, after: 4 }]);
    expect(sent).toEqual([]);
  });

  it("is not executed if the approver or the requester is revoked before its start", async () => {
    for (const whose of ["agent", "approver"] as const) {
      const storage = memory();
      const first = posts();
      const open = (background: boolean) =>
        testGateway({
          plugins: [approvals(), context(), first.plugin],
          storage: { ...storage, dispose: undefined } as never,
          background,
        });
      const idle = await open(false);
      const agent = await idle.client(["propose:posts:write"], "writer");
      const approver = await idle.client(["approvals:decide"]);
      const one = await proposed(agent, "posts.send", post);
      await approve(approver, one);
      await idle.gateway.keys.revoke(whose === "agent" ? agent.contextId : approver.contextId);
      await idle.stop();
      const working = await open(true);
      onTestFinished(working.stop);
      await until(async () => expect((await shown(working.admin, one)).status).toBe("failed"));
      expect([whose, first.sent]).toEqual([whose, []]);
    }
  });

  it("is not executed by another plugin version than the planning one", async () => {
    const storage = memory();
    const open = (version: string, outside = posts(version)) =>
      testGateway({
        plugins: [approvals(), context(), outside.plugin],
        storage: { ...storage, dispose: undefined } as never,
      }).then((test) => ({ ...test, ...outside }));
    const before = await open("1.0.0");
    const agent = await before.client(["propose:posts:write"], "writer");
    const approver = await before.client(["approvals:decide"]);
    const one = await proposed(agent, "posts.send", post);
    await before.stop();
    const after = await open("1.1.0");
    onTestFinished(after.stop);
    const { body } = await approve(createClient(after.gateway.fetch, approver.key), one);
    expect(body.approval).toMatchObject({
      status: "stale",
      stale: { changes: [], reason: expect.stringContaining("has changed") },
    });
    expect(after.sent).toEqual([]);
  });

  it("is waited for with its key, which later has its outcome", async () => {
    const { agent, approver } = await opened();
    const send = () => agent.post("posts.send", post, { "idempotency-key": "once" });
    const one = (await send()).body;
    await approve(approver, one);
    await agent.post("approvals.wait", { id: one.approvalId, waitMs: 20_000 });
    expect(await send()).toMatchObject({ status: 200, body: { sent: 1 } });
  });
});
