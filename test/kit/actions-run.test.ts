import { gatewayErrors } from "@postern/core";
import { outcomeOfFailure } from "@postern/kit/actions";
import { describe, expect, it } from "vitest";
import { resultIdOf } from "../../core/kit/src/actions/outcome.ts";
import { noteAdded } from "../core/fixtures/notes.ts";
import { actionGateway } from "./fixtures/actions.ts";

const HOUR = 60 * 60 * 1000;
const addTea = { operation: "notes.add", input: { text: "tea" } };
const post = { operation: "acts.post", input: { text: "tea" } };

describe("the key of an action", () => {
  it("may only run its operation, and ends with the key of its creator", async () => {
    const { client, gateway } = await actionGateway();
    const creator = await client(["acts:write", "notes:write"], "agent_1");
    const { contextId, scopes } = (await creator.post("acts.make", { action: addTea })).body;
    expect(scopes).toEqual(["notes.add"]);
    const caller = await gateway.keys.callerOf(contextId);
    expect(caller?.chain).toEqual([["notes.add"], ["acts:write", "notes:write"]]);
    expect([caller?.principal, caller?.isAdmin]).toEqual(["agent:agent_1", false]);
    await gateway.keys.revoke(creator.contextId);
    expect(await gateway.keys.callerOf(contextId)).toBeUndefined();
  });

  it("may only propose if the action or its creator may not do more", async () => {
    const { admin, client } = await actionGateway();
    const made = await admin.post("acts.make", { action: { ...addTea, propose: true } });
    expect(made.body.scopes).toEqual(["propose:notes.add"]);
    const proposer = await client(["acts:write", "propose:notes:write"]);
    expect((await proposer.post("acts.make", { action: addTea })).body.scopes).toEqual(["propose:notes.add"]);
  });

  it("keeps the resources to which its creator is limited, with and without a stored context", async () => {
    const { client, gateway, run } = await actionGateway();
    const action = { operation: "notes.remove", input: { id: "note_2" } };
    const creator = await client(["acts:write", "notes:write@note_1"]);
    const made = (await creator.post("acts.make", { action })).body;
    expect(await run(action, made.contextId)).toMatchObject({
      status: "failed",
      error: { code: "gateway.forbidden" },
    });
    const { createCaller } = await import("@postern/core");
    const caller = createCaller({ contextId: "ctx_other", chain: [["acts:write", "notes:write@note_1"]] });
    const own = await gateway.call("acts.make", { action }, { caller });
    expect(own.scopes).toEqual(["notes.remove@note_1"]);
  });

  it("is not derived from a key that was rotated", async () => {
    const { client, gateway } = await actionGateway();
    const creator = await client(["acts:write", "notes:write"]);
    await gateway.keys.rotate(creator.contextId, HOUR);
    const { status, body } = await creator.post("acts.make", { action: addTea });
    expect([status, body.code]).toEqual([403, "gateway.action_key_refused"]);
  });

  it("is revoked when it is no longer needed", async () => {
    const { admin, run } = await actionGateway();
    const { contextId } = (await admin.post("acts.make", { action: addTea })).body;
    await admin.post("acts.end", { contextId });
    expect(await run(addTea, contextId)).toEqual({
      status: "failed",
      error: { code: "gateway.action_key_ended", message: expect.stringContaining(contextId) },
    });
  });
});

describe("a run of an action", () => {
  it("is done once for all of its attempts, and returns the id of its result", async () => {
    const { admin, run } = await actionGateway();
    const { contextId } = (await admin.post("acts.make", { action: addTea })).body;
    const first = await run(addTea, contextId);
    expect(first).toEqual({ status: "done", resultId: expect.stringMatching(/^note_/) });
    expect(await run(addTea, contextId)).toEqual(first);
    expect((await admin.post("notes.page")).body.notes).toHaveLength(1);
    expect(await run(addTea, contextId, { key: "run_2" })).toEqual({
      status: "failed",
      error: { code: "notes.text_taken", message: expect.any(String) },
    });
  });

  it("returns the id of its result, not an id from its input", () => {
    const table = [
      [{ task: { id: "task_1" }, projectId: "p_1" }, "task_1"],
      [{ chatId: "chat_1", messageId: "msg_1", clientMessageId: "run_1" }, "msg_1"],
      [{ id: "a" }, "a"],
      [{ chat: { id: "chat_1" } }, undefined],
      [{ removed: true, ids: ["a"] }, undefined],
      [null, undefined],
    ] as const;
    for (const [answer, id] of table)
      expect([answer, resultIdOf(answer, { chatId: "chat_1", clientMessageId: "run_1" })]).toEqual([answer, id]);
  });

  it("is the cause of the events of its operation", async () => {
    const { admin, gateway, run } = await actionGateway();
    const { contextId } = (await admin.post("acts.make", { action: addTea })).body;
    const added = new Promise<object>((resolve) => gateway.on(noteAdded, resolve));
    await run(addTea, contextId);
    expect(await added).toMatchObject({ actor: contextId, correlationId: "run_1", causationId: "run_1" });
  });

  it("calls nothing if its input cannot be rendered or does not fit", async () => {
    const { admin, run, posts } = await actionGateway();
    const action = { operation: "acts.post", input: { text: { $: "event.data.text" } } };
    const { contextId } = (await admin.post("acts.make", { action })).body;
    expect(await run(action, contextId, { scope: { event: { data: {} } } })).toMatchObject({
      status: "failed",
      error: { code: "gateway.template_path_unknown", message: expect.stringContaining("event.data.text") },
    });
    expect(await run(action, contextId, { scope: { event: { data: { text: 1 } } } })).toMatchObject({
      status: "failed",
      error: { code: "gateway.invalid_input" },
    });
    expect(posts).toEqual([]);
    expect(await run(action, contextId, { scope: { event: { data: { text: "tea" } } } })).toMatchObject({
      status: "done",
    });
    expect(posts).toEqual(["tea"]);
  });

  it("waits for approval if its key may only propose, and says why it is called", async () => {
    const { client, run, reasons, posts } = await actionGateway();
    const proposer = await client(["acts.make", "propose:acts:write"]);
    const { contextId } = (await proposer.post("acts.make", { action: post })).body;
    const outcome = await run(post, contextId);
    expect(outcome).toEqual({
      status: "pending",
      approvalId: expect.stringMatching(/^apr_/),
      expiresAt: expect.any(Number),
    });
    expect(await run(post, contextId)).toMatchObject({ approvalId: outcome.approvalId });
    expect([reasons, posts]).toEqual([["A test"], []]);
  });

  it("is unclear if work outside the store was begun and did not say how it ended", async () => {
    const { admin, run, posts, failWith } = await actionGateway();
    const { contextId } = (await admin.post("acts.make", { action: post })).body;
    failWith.error = new Error("The connection was lost");
    await expect(run(post, contextId)).rejects.toMatchObject({ code: "gateway.internal" });
    expect(await run(post, contextId)).toMatchObject({
      status: "unclear",
      error: { code: "gateway.outcome_unclear" },
    });
    expect(posts).toEqual(["tea"]);
  });

  it("leaves failures that may pass to the queue", async () => {
    const { admin, run, failWith } = await actionGateway();
    const { contextId } = (await admin.post("acts.make", { action: post })).body;
    failWith.error = gatewayErrors.Busy({});
    await expect(run(post, contextId)).rejects.toMatchObject({ status: 503 });
  });

  it("is unclear after its last attempt, unless nothing can have been begun", async () => {
    const { view } = await actionGateway();
    const off = gatewayErrors.Unavailable({ reason: "Plugin acts is not running", plugin: "acts" });
    const table = [
      ["acts.post", gatewayErrors.Busy({}), "unclear"],
      ["acts.post", new Error("It did not finish within 10 ms"), "unclear"],
      ["acts.post", off, "failed"],
      ["notes.page", gatewayErrors.Busy({}), "failed"],
      ["gone.away", gatewayErrors.Busy({}), "failed"],
    ] as const;
    for (const [operation, error, status] of table)
      expect([operation, outcomeOfFailure(view, { operation }, error).status]).toEqual([operation, status]);
  });

  it("is not called again more than 23 hours after its first attempt, unless it is a query", async () => {
    const { admin, run, posts } = await actionGateway();
    const { contextId } = (await admin.post("acts.make", { action: post })).body;
    expect(await run(post, contextId, { after: 23 * HOUR + 1_000 })).toMatchObject({ status: "unclear" });
    expect(posts).toEqual([]);
    expect(await run(post, contextId, { after: 22 * HOUR })).toMatchObject({ status: "done", resultId: "post_1" });
    const read = { operation: "notes.page" };
    const reader = (await admin.post("acts.make", { action: read })).body.contextId;
    expect(await run(read, reader, { after: 40 * HOUR })).toEqual({ status: "done" });
  });
});
