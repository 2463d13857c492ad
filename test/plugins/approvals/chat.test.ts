import service from "@postern/service";
import { describe, expect, it } from "vitest";
import { has } from "../../run/programs.ts";
import { until } from "../../run/until.ts";
import { codeFor, openOnIrc } from "./chat-fixture.ts";
import { approve, proposed, shown } from "./fixture.ts";

const HOUR = 60 * 60_000;

describe.skipIf(!has("ngircd"))("an approver in a chat on IRC (needs ngircd)", () => {
  it("sees the proposed command, and its reply executes it once", async () => {
    const desk = await openOnIrc();
    const ann = await desk.bound();
    const headers = { "x-postern-reason": encodeURIComponent("We are out\nof tea") };
    const { body } = await desk.agent.post("notes.add", { text: "tea" }, headers);
    await ann.hears(/:The agent writer asks for approval of notes.add: Add a note of 3 characters$/);
    await ann.hears(/:Why: "We are out of tea"$/);
    await ann.hears(/:Input: text: "tea"$/);
    await ann.hears(/:Plan: length: 3$/);
    await ann.hears(/:Expires: \d{4}-\d\d-\d\d \d\d:\d\d UTC$/);
    const code = await codeFor(ann);
    ann.reply(`  APPROVE ${code} `);
    await ann.hears(/:Executed: Add a note of 3 characters$/);
    const { approval } = await desk.post("approvals.show", { id: body.approvalId });
    expect(approval).toMatchObject({ status: "executed", decidedBy: desk.approver.contextId });
    ann.reply(`approve ${code}`);
    await ann.hears(/:Already decided: it is executed\.$/);
    ann.reply(`deny ${code} Too late`);
    await ann.hears(/:Already decided: it is executed\.$/);
    expect(await desk.notes()).toEqual(["tea"]);
    expect(ann.heard("postern").filter((line) => line.startsWith("Reply: "))).toHaveLength(1);
  });

  it("sees no values in a chat that others read too, and decides there", async () => {
    const desk = await openOnIrc();
    const ann = await desk.bound("ann", desk.approver, "#desk");
    const bob = await desk.join("bob");
    const headers = { "x-postern-reason": "private-why" };
    const { body } = await desk.agent.post("notes.add", { text: "private-text" }, headers);
    await bob.hears(/:The agent writer asks for approval of notes.add: Add a note of 12 characters$/);
    await bob.hears(
      new RegExp(`:Its values are only shown in direct chats: postern approvals show ${body.approvalId}$`),
    );
    const code = await codeFor(ann);
    ann.say("#desk", `approve ${code}`);
    await bob.hears(/:Executed: Add a note of 12 characters$/);
    expect(bob.heard("postern").filter((line) => line.includes("private-"))).toEqual([]);
    expect(await desk.notes()).toEqual(["private-text"]);
  });

  it("denies with a reason, which the requester sees", async () => {
    const desk = await openOnIrc();
    const ann = await desk.bound();
    const one = await proposed(desk.agent);
    ann.reply(`deny ${await codeFor(ann)}   Coffee  only `);
    await ann.hears(/:Denied: Add a note of 3 characters$/);
    expect(await shown(desk.agent, one)).toMatchObject({ status: "denied", note: "Coffee only" });
    expect(await desk.notes()).toEqual([]);
  });

  it("decides what works outside the store, and hears its outcome", async () => {
    const desk = await openOnIrc();
    const ann = await desk.bound();
    desk.steps.send = () => {
      if (desk.sent.length === 2) throw new Error("The connection broke");
    };
    await proposed(desk.agent, "posts.send", { text: "tea", execute: true });
    await ann.hears(/:Effects: posts to the outside$/);
    ann.reply(`approve ${await codeFor(ann)}`);
    await ann.hears(/:Executed: Send a post of 3 characters$/);
    await proposed(desk.agent, "posts.send", { text: "milk", execute: true });
    ann.reply(`approve ${await codeFor(ann)}`);
    await ann.hears(/:Unclear: /);
    expect(desk.sent).toEqual(["tea", "milk"]);
  });

  it("shares a decision with others if a policy asks for two", async () => {
    const desk = await openOnIrc();
    const match = { operations: ["notes.add"] };
    await desk.post("approvals.policies.create", { name: "Two people", match, action: "propose", quorum: 2 });
    const [ann, bob] = [await desk.bound("ann"), await desk.bound("bob", await desk.client(["approvals:decide"]))];
    const one = await proposed(desk.agent);
    const [first, second] = [await codeFor(ann), await codeFor(bob)];
    ann.reply(`approve ${first}`);
    await ann.hears(/:Approved by you\. 1 more needed: Add a note/);
    bob.reply(`approve ${second}`);
    await bob.hears(/:Executed: Add a note/);
    expect((await desk.post("approvals.show", { id: one.approvalId })).approval.votes).toHaveLength(2);
  });

  it("hears that another approver was faster, and only about approvals it may decide", async () => {
    const desk = await openOnIrc();
    const ann = await desk.bound("ann");
    const bob = await desk.bound("bob", await desk.client(["approvals:decide@notes.remove"]));
    const one = await proposed(desk.agent);
    const code = await codeFor(ann);
    await desk.approver.post("approvals.deny", { id: one.approvalId });
    ann.reply(`approve ${code}`);
    await ann.hears(/:Already decided: it is denied\.$/);
    await desk.announced(one.approvalId);
    expect(bob.heard("postern").join()).not.toContain("asks for approval");
  });

  it("hears that it is too late after the approval has expired", async () => {
    const desk = await openOnIrc();
    const ann = await desk.bound();
    const one = await proposed(desk.agent);
    const code = await codeFor(ann);
    await desk.advance(24 * HOUR);
    ann.reply(`approve ${code}`);
    await ann.hears(/:Too late: it expired at \d{4}-\d\d-\d\d \d\d:\d\d UTC\.$/);
    expect([await desk.status(one.approvalId), await desk.notes()]).toEqual(["expired", []]);
  });

  it("gets the changes and another code if the plan has changed", async () => {
    const desk = await openOnIrc();
    const ann = await desk.bound();
    desk.steps.plan = () => ({ files: { "a.txt": 3 } });
    const one = await proposed(desk.agent, "posts.send", { text: "tea", execute: true });
    const old = await codeFor(ann);
    desk.steps.plan = () => ({ files: { "a.txt": 4, "b.txt": 1 } });
    ann.reply(`approve ${old}`);
    await ann.hears(/:Not executed: The plan has changed since it was shown$/);
    await ann.hears(/:files\.a\.txt: 3 → 4$/);
    await ann.hears(/:files\.b\.txt: new, 1$/);
    const code = await codeFor(ann);
    expect(await desk.status(one.approvalId)).toBe("stale");
    ann.reply(`approve ${old}`);
    await ann.hears(/:There is no approval with this code here\.$/);
    expect(desk.sent).toEqual([]);
    ann.reply(`approve ${code}`);
    await ann.hears(/:Executed: /);
    expect(desk.sent).toEqual(["tea"]);
  });

  it("gets a new code if another approver found that the plan has changed", async () => {
    const desk = await openOnIrc();
    const ann = await desk.bound();
    const one = await proposed(desk.agent, "posts.send", { text: "tea", execute: true });
    const old = await codeFor(ann);
    desk.steps.plan = () => ({ files: 1 });
    await approve(await desk.client(["approvals:decide"]), one);
    ann.reply(`approve ${old}`);
    await ann.hears(/:files: new, 1$/);
    ann.reply(`approve ${await codeFor(ann)}`);
    await ann.hears(/:Executed: /);
  });

  it("no longer decides after its key was revoked or the identity removed", async () => {
    const desk = await openOnIrc();
    const [ann, bob] = [await desk.bound("ann"), await desk.bound("bob", await desk.client(["approvals:decide"]))];
    const one = await proposed(desk.agent);
    const [first, second] = [await codeFor(ann), await codeFor(bob)];
    await desk.gateway.keys.revoke(desk.approver.contextId);
    ann.reply(`approve ${first}`);
    await ann.hears(/:Not decided: the key that was bound here was revoked or has expired\.$/);
    const { contextId } = await desk.identity(bob.id, desk.admin);
    await desk.post("approvals.identities.remove", { id: bob.id, execute: true });
    bob.reply(`approve ${second}`);
    ann.reply("approve 000000");
    await ann.hears(/:There is no approval with this code here\.$/);
    expect(await desk.status(one.approvalId)).toBe("pending");
    expect(desk.events).toContainEqual(
      expect.objectContaining({
        type: "approvals.identity.removed",
        data: { identity: expect.objectContaining({ contextId }), reason: "removed" },
      }),
    );
  });

  it("is paused for an hour after five wrong codes, which is reported", async () => {
    const desk = await openOnIrc({ more: [service()] });
    const [ann, bob] = [await desk.bound("ann"), await desk.bound("bob", await desk.client(["approvals:decide"]))];
    const one = await proposed(desk.agent);
    const code = await codeFor(ann);
    const wrong = code === "111111" ? "222222" : "111111";
    for (let tries = 1; tries < 5; tries++) {
      ann.reply(`approve ${wrong}`);
      await ann.hears(/:There is no approval with this code here\.$/);
    }
    ann.reply(`deny ${wrong}`);
    await ann.hears(/:Too many wrong codes: replies here are ignored until \d{4}-\d\d-\d\d \d\d:\d\d UTC\.$/);
    ann.reply(`approve ${code}`);
    await until(async () => expect((await desk.texts(ann.chatId)).at(-1)).toBe(`irc~ann: approve ${code}`));
    bob.reply("approve 000000");
    await bob.hears(/:There is no approval with this code here\.$/);
    expect(await desk.status(one.approvalId)).toBe("pending");
    expect(desk.types().filter((type) => type === "approvals.identity.paused")).toHaveLength(1);
    expect((await desk.identity(ann.id)).pausedUntil).toBeGreaterThan(Date.now());
    const findings = async () =>
      (await desk.post("service.doctor")).findings.filter(({ id }: { id: string }) => id.startsWith("approvals."));
    expect(await findings()).toMatchObject([
      { id: "approvals.identity_paused", fix: `postern approvals identities show ${ann.id}` },
    ]);
    await desk.advance(HOUR);
    expect(await findings()).toEqual([]);
    ann.reply(`approve ${code}`);
    await ann.hears(/:Executed: /);
    expect(await desk.status(one.approvalId)).toBe("executed");
  });

  it("gets no notices if they are off", async () => {
    const desk = await openOnIrc();
    const [ann, bob] = [await desk.bound("ann"), await desk.bound("bob", await desk.client(["approvals:decide"]))];
    await desk.post("approvals.identities.update", { id: ann.id, notify: false, name: "Ann" }, desk.approver);
    expect(await desk.identity(ann.id)).toMatchObject({ notify: false, name: "Ann", status: "bound" });
    const one = await proposed(desk.agent);
    await codeFor(bob);
    await desk.announced(one.approvalId);
    expect((await desk.texts(ann.chatId)).join()).not.toContain("asks for approval");
  });
});
