import { createGateway, defineCommand, defineError, defineGroup, definePlugin, T } from "@postern/core";
import { testGateway } from "@postern/core/testing";
import memory from "@postern/storage-memory";
import { afterEach, describe, expect, it } from "vitest";
import { add, notes, notesPlugin } from "./fixtures/notes.ts";

const group = defineGroup("posts", { title: "Posts" });
const Missing = defineError("posts.missing", { status: 404, data: T.Object({}), message: () => "No such post" });
const Off = defineError("posts.off", { status: 409, data: T.Object({}), message: () => "Posts are switched off" });
const Unreachable = defineError("posts.unreachable", { status: 502, data: T.Object({}), message: () => "No answer" });
type Step = () => unknown;

/** A gateway with an external command `posts.send`; each test defines its plan and its work. */
async function opened(steps: { plan?: Step; send?: Step; now?: () => number } = {}) {
  const sent: string[] = [];
  const send = defineCommand(group, {
    id: "posts.send",
    summary: "Send a post",
    effect: "external",
    input: T.Object({ text: T.String() }),
    output: T.Object({ sent: T.Integer() }),
    errors: [Missing, Off, Unreachable],
    async plan({ store }, { text }) {
      await store.one(notes, "byText", text);
      await steps.plan?.();
      return { summary: "Send a post" };
    },
    async execute(_ctx, _plan, { text }) {
      sent.push(text);
      await steps.send?.();
      return { sent: sent.length };
    },
  });
  const posts = definePlugin(group, { version: "1.0.0", operations: [send] });
  const storage = memory();
  const test = await testGateway({
    plugins: [notesPlugin(), posts()],
    storage,
    ...(steps.now && { now: steps.now }),
  });
  stop = test.stop;
  const post = async (key = "k", text = "tea") => {
    const { status, body, headers } = await test.admin.post("posts.send", { text }, { "idempotency-key": key });
    return { status, code: body.code, sent: body.sent, replayed: headers.get("idempotent-replayed") };
  };
  return { ...test, storage, steps, sent, post };
}

let stop: (() => Promise<void>) | undefined;
afterEach(() => stop?.());
const throwing = (error: unknown) => () => {
  throw error;
};

describe("external work with an idempotency key", () => {
  it("that its plan refuses with 404 or 502 leaves the key available", async () => {
    for (const error of [Missing({}), Unreachable({})]) {
      const fixture = await opened({ plan: throwing(error) });
      expect(await fixture.post()).toMatchObject({ status: error.status, code: error.code });
      fixture.steps.plan = undefined;
      expect(await fixture.post()).toMatchObject({ status: 200, sent: 1, replayed: null });
      expect(await fixture.post()).toMatchObject({ status: 200, sent: 1, replayed: "true" });
      await fixture.stop();
    }
  });

  it("stores a conflict from its plan", async () => {
    const fixture = await opened({ plan: throwing(Off({})) });
    expect(await fixture.post()).toMatchObject({ status: 409, code: "posts.off", replayed: null });
    fixture.steps.plan = undefined;
    expect(await fixture.post()).toMatchObject({ status: 409, code: "posts.off", replayed: "true" });
    expect(fixture.sent).toEqual([]);
  });

  it("that failed for a declared reason leaves the key available", async () => {
    const fixture = await opened({ send: throwing(Unreachable({})) });
    expect(await fixture.post()).toMatchObject({ status: 502, code: "posts.unreachable" });
    fixture.steps.send = undefined;
    expect(await fixture.post()).toMatchObject({ status: 200, sent: 2, replayed: null });
  });

  it("stores a conflict from the external system", async () => {
    const fixture = await opened({ send: throwing(Off({})) });
    await fixture.post();
    expect(await fixture.post()).toMatchObject({ status: 409, code: "posts.off", replayed: "true" });
    expect(fixture.sent.length).toBe(1);
  });

  it("that failed without a declared reason is unclear and not repeated", async () => {
    const fixture = await opened({ send: throwing(new Error("cut off")) });
    expect(await fixture.post()).toMatchObject({ status: 500, code: "gateway.internal" });
    fixture.steps.send = undefined;
    expect(await fixture.post()).toMatchObject({ status: 409, code: "gateway.outcome_unclear" });
    expect(fixture.sent.length).toBe(1);
    expect(await fixture.post("another")).toMatchObject({ status: 200, sent: 2 });
  });

  it("stores that its data changed while it ran", async () => {
    const fixture = await opened();
    fixture.steps.send = () => fixture.gateway.call("notes.add", { text: "tea" });
    expect(await fixture.post()).toMatchObject({ status: 409, code: "gateway.conflict", replayed: null });
    expect(await fixture.post()).toMatchObject({ status: 409, code: "gateway.conflict", replayed: "true" });
    expect(fixture.sent.length).toBe(1);
  });

  it("plans again if its data changed before it started", async () => {
    const fixture = await opened();
    let plans = 0;
    fixture.steps.plan = async () => {
      if (++plans === 1) await fixture.gateway.call("notes.add", { text: "tea" });
    };
    expect(await fixture.post()).toMatchObject({ status: 200, sent: 1 });
    expect(plans).toBe(2);
  });

  it("is done once for many concurrent calls", async () => {
    const fixture = await opened();
    const answers = await Promise.all(Array.from({ length: 20 }, () => fixture.post()));
    expect(fixture.sent.length).toBe(1);
    expect(answers.filter(({ status }) => status === 200).length).toBeGreaterThan(0);
    expect(answers.every(({ status, code }) => status === 200 || code === "gateway.busy")).toBe(true);
  });

  it("whose process died is unclear after ten minutes and not repeated", async () => {
    let time = 1_800_000_000_000;
    const fixture = await opened({ now: () => time, send: () => new Promise(() => {}) });
    void fixture.post().catch(() => {});
    await expect.poll(() => fixture.sent.length).toBe(1);
    fixture.steps.send = undefined;
    expect(await fixture.post()).toMatchObject({ status: 503, code: "gateway.busy" });
    time += 10 * 60_000;
    expect(await fixture.post()).toMatchObject({ status: 409, code: "gateway.outcome_unclear" });
    expect(fixture.sent.length).toBe(1);
  });
});

describe("a command that calls external work", () => {
  it("does not repeat it if its data changed in the meantime", async () => {
    let sent = 0;
    const inner = defineCommand(group, {
      id: "posts.send",
      summary: "Send a post",
      effect: "external",
      input: T.Object({}),
      output: T.Object({}),
      plan: () => ({ summary: "Send a post" }),
      execute: () => {
        sent++;
        return {};
      },
    });
    const outer = defineCommand(group, {
      id: "posts.announce",
      summary: "Send a post about a note",
      input: T.Object({}),
      output: T.Object({}),
      async plan({ store }) {
        await store.one(notes, "byText", "tea");
        return { summary: "Announce" };
      },
      async execute({ call }) {
        await call(inner, {});
        if (sent === 1) await gateway.call(add, { text: "tea" });
        return {};
      },
    });
    const posts = definePlugin(group, { version: "1.0.0", operations: [inner, outer] });
    const gateway = createGateway({ plugins: [notesPlugin(), posts()] });
    await expect(gateway.call("posts.announce", {})).rejects.toMatchObject({ code: "gateway.conflict" });
    expect(sent).toBe(1);
    await gateway.stop();
  });
});
