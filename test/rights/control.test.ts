import { createClient } from "@postern/core/testing";
import { describe, expect, it } from "vitest";
import { openFixture } from "../plugins/responders/fixture.ts";

const config = { baseURL: "https://models.example.org/v1", model: "m" };
const responder = { id: "assistant", kind: "openai", agents: ["main"], config };

/** A gateway with a responder of Ann, who has no rights to tasks. */
async function withResponder() {
  const test = await openFixture();
  const { admin, gateway } = test;
  const person = (await test.post("context.principals.create", { name: "Ann" })).principal.id;
  const keyFor = async (scopes: string[], principal: string | undefined = person) => {
    const { body } = await admin.post("context.derive", { label: "key", scopes, principal });
    return createClient(gateway.fetch, body.key, body.context.id);
  };
  const ann = await keyFor(["responders:*", "agents:*", "context:write"]);
  await test.post("responders.create", responder, ann);
  return { ...test, ann, keyFor };
}

describe("the rights of a responder", () => {
  it("are those of its creator, whoever changes it", async () => {
    const { admin, ann, post } = await withResponder();
    const wider = await admin.post("responders.update", { id: "assistant", scopes: ["tasks:write"] });
    expect([wider.status, wider.body.code]).toEqual([403, "gateway.forbidden"]);
    expect((await post("responders.show", { id: "assistant" }, ann)).responder.contextId).toBeUndefined();
    const { responder } = await post("responders.update", { id: "assistant", scopes: ["agents:read"] });
    const { context } = await post("context.show", { id: responder.contextId });
    expect(context.parentId).toBe(ann.contextId);
  });

  it("are not controlled by another key of its owner with fewer rights", async () => {
    const { ann, keyFor, post } = await withResponder();
    await post("responders.update", { id: "assistant", scopes: ["agents:read"] }, ann);
    const narrow = await keyFor(["responders:write", "agents:turns"]);
    for (const [operation, input] of [
      ["responders.update", { id: "assistant", concurrency: "2" }],
      ["responders.enable", { id: "assistant" }],
      ["responders.remove", { id: "assistant", execute: true }],
    ] as const)
      expect([operation, (await narrow.post(operation, input)).status]).toEqual([operation, 403]);
    expect((await ann.post("responders.update", { id: "assistant", concurrency: "2" })).status).toBe(200);
  });

  it("are not lent by a grant that names it, which may disable it and nothing more", async () => {
    const { keyFor, admin } = await withResponder();
    const other = (await admin.post("context.principals.create", { name: "Ben" })).body.principal.id;
    const ben = await keyFor(["responders:write@assistant"], other);
    const { status, body } = await ben.post("responders.update", { id: "assistant", concurrency: "2" });
    expect([status, body.scope]).toEqual([403, "*"]);
    expect((await ben.post("responders.disable", { id: "assistant" })).status).toBe(200);
  });

  it("end with its creator", async () => {
    const { admin, ann, post, chat, say, turns, advance } = await withResponder();
    await post("context.revoke", { id: ann.contextId });
    expect((await post("responders.show", { id: "assistant" })).responder.problem).toContain("was revoked");
    await say(await chat(), "Hello?");
    await advance(0);
    expect((await turns()).map(({ status }) => status)).toEqual(["ready"]);
    const { status, body } = await admin.post("responders.update", { id: "assistant", scopes: ["agents:read"] });
    expect([status, body.code]).toEqual([409, "responders.creator_ended"]);
  });
});
