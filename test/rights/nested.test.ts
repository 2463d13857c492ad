import approvals from "@postern/approvals";
import context from "@postern/context";
import { defineCommand, defineGroup, definePlugin, T } from "@postern/core";
import { describe, expect, it } from "vitest";
import { add, notesPlugin } from "../core/fixtures/notes.ts";
import { approve, opened, posts, proposed } from "../plugins/approvals/fixture.ts";
import { openTestbed } from "../plugins/calendars/testbed.ts";
import { openGateway } from "../plugins/channels/environment.ts";
import { startLoop } from "../plugins/channels/loop/server.ts";

const group = defineGroup("outer", { title: "Outer" });
const input = T.Object({ text: T.String() });
const output = T.Object({ done: T.Boolean() });

/** Calls another command while it is executed. */
const executing = defineCommand(group, {
  id: "outer.execute",
  summary: "Add a note within the commit",
  ...{ input, output },
  plan: () => ({ summary: "Add a note" }),
  async execute({ call }, _plan, { text }) {
    await call(add, { text });
    return { done: true };
  },
});

/** Calls another command to plan it. */
const planning = defineCommand(group, {
  id: "outer.plan",
  summary: "Plan a note",
  ...{ input, output },
  async plan({ call }, { text }) {
    await call(add, { text });
    return { summary: "Add nothing" };
  },
  execute: () => ({ done: true }),
});

const withOuter = () =>
  opened({
    plugins: [
      notesPlugin(),
      approvals(),
      context(),
      posts().plugin,
      definePlugin(group, { version: "1.0.0", operations: [executing, planning] })(),
    ],
  });

describe("a command within another one", () => {
  it.each(["outer.execute", "outer.plan"])(
    "needs the right to execute it, which a right to propose is not: %s",
    async (operation) => {
      const { client, admin } = await withOuter();
      for (const scopes of [["outer:write"], ["outer:write", "propose:notes:write"], ["outer:write", "propose:*"]]) {
        const { status, body } = await (await client(scopes)).post(operation, { text: "tea" });
        expect([scopes, status, body.code, body.scope]).toEqual([scopes, 403, "gateway.forbidden", "notes:write"]);
      }
      expect((await admin.post("notes.page")).body.notes).toEqual([]);
      expect((await (await client(["outer:write", "notes:write"])).post(operation, { text: "tea" })).status).toBe(200);
    },
  );

  it("is executed once the whole command is approved", async () => {
    const { client, admin } = await withOuter();
    const assistant = await client(["propose:outer:write", "propose:notes:write"]);
    const one = await proposed(assistant, "outer.execute");
    expect((await admin.post("notes.page")).body.notes).toEqual([]);
    expect((await approve(admin, one)).body.approval.status).toBe("executed");
    expect((await admin.post("notes.page")).body.notes).toHaveLength(1);
  });

  it("is denied by its policy", async () => {
    const { admin } = await withOuter();
    const rule = { name: "No", match: { operations: ["notes.add"] }, action: "deny" };
    await admin.post("approvals.policies.create", rule);
    const { body } = await admin.post("outer.execute", { text: "tea" });
    expect(body.code).toBe("approvals.denied_by_policy");
    expect((await admin.post("notes.page")).body.notes).toEqual([]);
  });

  it("receives no message in a chat for a key that may only propose one", async () => {
    const env = await openGateway({ plugins: [approvals(), context()] });
    await env.adapter((await startLoop()).port);
    const { client, admin } = env;
    const message = {
      ...{ adapter: "loop", type: "message", id: "m-1", text: "hi", sender: { id: "ann", name: "Ann" } },
      place: { id: "#tea", kind: "room", title: "#tea" },
    };
    const narrow = await client(["channels:write", "propose:chats:write"]);
    const { status, body } = await narrow.post("channels.messages.receive", message);
    expect([status, body.code]).toEqual([403, "gateway.forbidden"]);
    expect((await admin.post("chats.list")).body.total).toBe(0);
  });
});

describe("the answer of a command with nothing to do", () => {
  it("is given to a key that may only propose it if the key may see it itself", async () => {
    const test = await openTestbed({ others: [approvals()] });
    const home = await test.calendar({}, test.ann);
    const { id: event } = await test.event(home, { attendees: [{ agent: "ann" }], title: "Secret" }, test.ann);
    const asked = { event, attendeeAgent: "ann" };
    for (const scopes of [["propose:*"], ["propose:calendars:write", "calendars:read"]])
      for (const headers of [undefined, { "x-postern-propose": "true" }]) {
        const answer = await (await test.client(scopes)).post("calendars.events.respond", asked, headers);
        expect([scopes, [403, 404].includes(answer.status)]).toEqual([scopes, true]);
        expect(JSON.stringify(answer.body)).not.toContain("Secret");
      }
    const own = await test.client(["propose:calendars:write", "calendars:read"], "ann");
    const { status, body } = await own.post("calendars.events.respond", asked);
    expect([status, body.event?.title]).toEqual([200, "Secret"]);
  });
});
