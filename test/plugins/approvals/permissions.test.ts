import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import agentx from "@postern/agentx";
import approvals from "@postern/approvals";
import channels from "@postern/channels";
import chats from "@postern/chats";
import type { Plugin } from "@postern/core";
import { type Client, testGateway } from "@postern/core/testing";
import lmdb from "@postern/storage-lmdb";
import { describe, expect, it, onTestFinished } from "vitest";
import { until } from "../../run/until.ts";
import { bad, demo, newFolder } from "../agentx/fixture.ts";
import { kindsPlugin } from "../channels/environment.ts";
import { loopKind } from "../channels/loop/kind.mjs";
import { message, startLoop } from "../channels/loop/server.ts";
import { proposed } from "./fixture.ts";
import { openWithCoder } from "./permissions-fixture.ts";

describe("a permission request of a coding agent", () => {
  it("is an approval, and is allowed once by approving it", async () => {
    const desk = await openWithCoder();
    const one = await desk.asked();
    expect(one).toMatchObject({
      kind: "permission",
      status: "pending",
      operation: "agentx.sessions.answer",
      summary: "Edit notes.txt",
      effects: ["sends the answer to demo"],
      requester: { contextId: one.input.session, label: "demo", agentId: "demo", lineage: [desk.owner.contextId] },
      plan: {
        summary: "Edit notes.txt",
        tool: "edit",
        content: [{ type: "diff", path: "notes.txt", after: "It works." }],
        options: [
          { option: "allow", name: "Allow", kind: "allow_once" },
          { option: "reject", name: "Reject", kind: "reject_once" },
        ],
      },
      quorum: 1,
      votes: [],
    });
    const dry = await desk.approver.post(
      "approvals.approve",
      { id: one.id, digest: one.digest },
      { "x-dry-run": "true" },
    );
    expect(dry.body.plan).toMatchObject({ summary: 'Answer "Allow": Edit notes.txt', option: "allow" });
    expect(existsSync(desk.file("notes.txt"))).toBe(false);
    const { status, body } = await desk.approve(one);
    expect([status, body.approval.status]).toEqual([200, "executed"]);
    await until(() => expect(readFileSync(desk.file("notes.txt"), "utf8")).toContain("It works."));
    expect(desk.answered()).toMatchObject([
      { permission: { option: "allow", answeredBy: desk.approver.contextId, state: "answered" } },
    ]);
    const { outcome } = await desk.show(one);
    expect(outcome).toEqual({ answer: { option: "allow" } });
    expect(desk.ended(one.id)).toEqual(["requested", "approved", "executed"]);
    const commits = desk.events
      .filter(({ type }) => ["agentx.permission.answered", "approvals.approval.executed"].includes(type))
      .map(({ id }) => id.split(".")[0]);
    expect(commits[0]).toBe(commits[1]);
  });

  it("is rejected once by denying it", async () => {
    const desk = await openWithCoder();
    const one = await desk.asked();
    expect((await desk.deny(one)).body.approval).toMatchObject({ status: "denied", note: "Not today" });
    await until(async () => expect(await desk.request(one)).toEqual([]));
    expect(desk.answered()).toMatchObject([{ permission: { option: "reject" } }]);
    expect(existsSync(desk.file("notes.txt"))).toBe(false);
    expect(desk.ended(one.id)).toEqual(["requested", "denied"]);
    expect((await desk.approve(one)).body.code).toBe("approvals.approval_decided");
  });

  it("is decided by the owner of the session, who may answer it, and not by the agent", async () => {
    const desk = await openWithCoder();
    const one = await desk.asked();
    const rights = ["agentx:write", "approvals:decide"];
    expect((await desk.approve(one, await desk.client(rights, "demo"))).body.message).toContain('the agent "demo"');
    expect((await desk.approve(one, await desk.client(rights, "other"))).body.message).toContain(
      "Agents cannot decide",
    );
    expect((await desk.approve(one, await desk.client(["agentx:write"]))).status).toBe(403);
    for (const less of [["approvals:decide"], ["approvals:decide", "propose:agentx:write"]])
      expect((await desk.approve(one, await desk.client(less))).body.message).toContain("agentx:write");
    const other = await desk.client(["approvals:decide", "agentx:write@agentx-0123456789abcdef01234567"]);
    expect((await desk.deny(one, other)).status).toBe(403);
    expect((await desk.owner.post("approvals.withdraw", { id: one.id })).body.code).toBe("approvals.not_requester");
    expect(await desk.request(one)).toHaveLength(1);
    const exact = await desk.client(["approvals:decide", `agentx.sessions.answer@${one.input.session}`]);
    expect((await exact.post("approvals.show", { id: one.id })).status).toBe(200);
    expect((await desk.approve(one, desk.owner)).body.approval.status).toBe("executed");
  });

  it("closes with an answer that is given elsewhere, once", async () => {
    const desk = await openWithCoder();
    for (const [option, status] of [["allow", "executed"] as const, ["reject", "denied"] as const]) {
      const one = await desk.asked();
      await desk.post("agentx.sessions.answer", { ...one.input, option });
      await until(async () => expect((await desk.show(one)).status).toBe(status));
      expect(await desk.show(one)).toMatchObject({
        decidedBy: desk.admin.contextId,
        outcome: { answer: { option } },
        votes: [],
      });
      expect((await desk.approve(one)).body.code).toBe("approvals.approval_decided");
      expect(desk.ended(one.id)).toEqual(["requested", status]);
    }
  });

  it("closes when the agent no longer waits for it", async () => {
    const desk = await openWithCoder();
    for (const end of ["agentx.sessions.cancel", "agentx.sessions.stop"]) {
      const one = await desk.asked();
      await desk.post(end, { session: one.input.session });
      await until(async () => expect((await desk.show(one)).status).toBe("withdrawn"));
      expect((await desk.deny(one)).body.code).toBe("approvals.approval_decided");
      expect(desk.ended(one.id)).toEqual(["requested", "withdrawn"]);
    }
    expect((await desk.post("approvals.list", { kind: "permission" })).total).toBe(2);
  });

  it("has one answer and one end if decisions and answers race", async () => {
    const desk = await openWithCoder();
    const one = await desk.asked();
    const answer = (option: string) => desk.admin.post("agentx.sessions.answer", { ...one.input, option });
    const replies = await Promise.all(
      Array.from({ length: 20 }, (_, at) =>
        [() => desk.approve(one), () => desk.deny(one), () => answer("allow"), () => answer("reject")][at % 4]?.(),
      ),
    );
    expect(replies.every((reply) => reply?.status === 200 || reply?.status === 409)).toBe(true);
    await until(async () => expect((await desk.show(one)).status).not.toBe("pending"));
    const { status, outcome } = await desk.show(one);
    const [{ permission }] = desk.answered() as [{ permission: { option: string } }];
    expect(desk.answered()).toHaveLength(1);
    expect(status).toBe(permission.option === "allow" ? "executed" : "denied");
    expect(outcome.answer.option).toBe(permission.option);
    expect(desk.ended(one.id).filter((type) => type === "executed" || type === "denied")).toHaveLength(1);
  });

  it("is an approval once, although it was made before approvals were enabled, in another gateway", async () => {
    const [path, workspace] = [newFolder(), newFolder()];
    const coder = () => agentx({ agents: { demo: demo() }, workspace, grace: 500 });
    const open = async (plugins: Plugin[]) => {
      const test = await testGateway({ plugins, storage: lmdb({ path }) });
      onTestFinished(test.stop);
      return test;
    };
    const runner = await open([coder()]);
    const input = { agent: "demo", prompt: "edit notes.txt It works.", execute: true };
    const { session } = (await runner.admin.post("agentx.sessions.create", input)).body;
    await until(async () => {
      const { body } = await runner.admin.post("agentx.sessions.show", { session: session.id });
      expect(body.session.requests).toHaveLength(1);
    });
    const [first, second] = await Promise.all([open([coder(), approvals()]), open([coder(), approvals()])]);
    const pending = async ({ admin }: { admin: Client }) =>
      (await admin.post("approvals.list", { status: "pending" })).body.approvals;
    const [one] = await until(async () => {
      const found = await pending(first);
      expect(found).toHaveLength(1);
      return found;
    });
    expect(await pending(second)).toEqual([one]);
    await second.admin.post("approvals.approve", { id: one.id, digest: one.digest });
    await until(() => expect(existsSync(join(workspace, "notes.txt"))).toBe(true));
    expect((await first.admin.post("approvals.list")).body.approvals).toMatchObject([{ status: "executed" }]);
  });

  it("is answered with another option that allows it, if that is chosen", async () => {
    const desk = await openWithCoder({ agent: bad("insists") });
    const one = await desk.asked("x");
    expect((await desk.approve(one)).body).toMatchObject({
      code: "approvals.option_missing",
      options: ["always (Always)", "never (Never)"],
    });
    expect((await desk.deny(one)).body).toMatchObject({ code: "approvals.option_missing", decision: "deny" });
    for (const option of ["never", "once"]) {
      const { body } = await desk.approve(one, desk.approver, { option });
      expect(body.issues).toMatchObject([{ path: "/option", message: expect.stringContaining("always") }]);
    }
    expect(desk.answered()).toEqual([]);
    const { body } = await desk.approve(one, desk.approver, { option: "always" });
    expect(body.approval.outcome).toEqual({ answer: { option: "always" } });
    expect(desk.answered()).toMatchObject([{ permission: { option: "always" } }]);
  });

  it("is not a command, which has no options and its own kind", async () => {
    const desk = await openWithCoder();
    const writer = await desk.client(["propose:notes:write"], "writer");
    const { approvalId: id, digest } = await proposed(writer);
    expect((await desk.post("approvals.list", { kind: "permission" })).total).toBe(0);
    expect((await desk.post("approvals.list", { kind: "command" })).approvals).toMatchObject([{ id, kind: "command" }]);
    const { body } = await desk.approve({ id, digest, status: "" }, desk.approver, { option: "allow" });
    expect(body.issues).toMatchObject([{ path: "/option", message: expect.stringContaining("only a permission") }]);
    expect((await desk.approve({ id, digest, status: "" })).body.approval.status).toBe("executed");
  });

  it("is announced in the chat of an approver and answered there", async () => {
    const desk = await openWithCoder({ more: [chats(), channels({ role: "runner" }), kindsPlugin([loopKind()])] });
    const loop = await startLoop();
    await desk.post("channels.adapters.create", { id: "loop", kind: "loop", config: { port: loop.port } });
    await until(async () =>
      expect((await desk.post("channels.adapters.show", { id: "loop" })).adapter.status).toBe("connected"),
    );
    const says = (text: string) => loop.deliver(message(text, { place: { id: "ann", kind: "dm" } }));
    const { chatId = "" } = await says("hello");
    const { identity, code: offer } = await desk.post("approvals.identities.bind", { chatId }, desk.owner);
    await says(offer);
    await until(async () =>
      expect((await desk.post("approvals.identities.show", { id: identity.id })).identity.status).toBe("answered"),
    );
    await desk.post("approvals.identities.confirm", { id: identity.id }, desk.owner);
    await loop.got(1);
    const heard = () => loop.texts().join("\n");
    for (const [decision, outcome, option] of [
      ["approve", "Allowed: Edit notes.txt", "allow"],
      ["deny", "Denied: Edit notes.txt", "reject"],
    ] as const) {
      const before = heard().length;
      const one = await desk.asked();
      await until(() => expect(heard().slice(before)).toMatch(/Reply: approve \d{6}/));
      const lines = heard().slice(before).trim().split("\n");
      expect(lines).toEqual([
        "The agent demo asks for a permission: Edit notes.txt",
        "Effects: sends the answer to demo",
        "Options: Allow (allow), Reject (reject)",
        'notes.txt: new, "It works."',
        expect.stringMatching(/^Expires: /),
        expect.stringMatching(/^Reply: approve \d{6}, or: deny \d{6} <reason>$/),
      ]);
      const [, code] = /approve (\d{6})/.exec(lines.join()) ?? [];
      await says(`${decision} ${code}`);
      await until(() => expect(heard()).toContain(outcome));
      expect(desk.answered().at(-1)).toMatchObject({ permission: { option, answeredBy: desk.owner.contextId } });
      expect((await desk.show(one)).decidedBy).toBe(desk.owner.contextId);
    }
  });
});
