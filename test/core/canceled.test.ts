import { defineCommand, defineGroup, definePlugin, T } from "@postern/core";
import { testGateway } from "@postern/core/testing";
import memory from "@postern/storage-memory";
import { expect, it, onTestFinished } from "vitest";
import { add, notesPlugin } from "./fixtures/notes.ts";

const group = defineGroup("posts", { title: "Posts" });

/** A gateway whose external command aborts the call at a step. */
async function opened(abortAt: "before" | "plan" | "execute" | "never") {
  const ending = new AbortController();
  const abort = (step: string) => step === abortAt && ending.abort(new Error("Nobody waits"));
  const sent: string[] = [];
  const send = defineCommand(group, {
    id: "posts.send",
    summary: "Send a post",
    effect: "external",
    input: T.Object({ text: T.String() }),
    output: T.Object({ sent: T.Integer() }),
    async plan() {
      abort("plan");
      return { summary: "Send a post" };
    },
    async execute(_ctx, _plan, { text }) {
      sent.push(text);
      abort("execute");
      return { sent: sent.length };
    },
  });
  const keep = defineCommand(group, {
    id: "posts.keep",
    summary: "Keep a post",
    input: T.Object({ text: T.String() }),
    output: T.Object({ text: T.String() }),
    async plan() {
      abort("plan");
      return { summary: "Keep a post" };
    },
    async execute(ctx, _plan, { text }) {
      await ctx.call(add, { text });
      abort("execute");
      return { text };
    },
  });
  const posts = definePlugin(group, { version: "1.0.0", operations: [send, keep] });
  const fixture = await testGateway({ plugins: [notesPlugin(), posts()], storage: memory() });
  onTestFinished(() => fixture.stop());
  abort("before");
  const call = (id: string, options: object = { signal: ending.signal }) =>
    fixture.gateway.call(id as never, { text: "tea" } as never, { execute: true, idempotencyKey: "k", ...options });
  return { ...fixture, call, sent };
}

const canceled = expect.objectContaining({ code: "gateway.canceled" });

it.each(["before", "plan", "execute"] as const)("a command that is canceled leaves nothing: %s", async (at) => {
  const { call, gateway } = await opened(at);
  await expect(call("posts.keep")).rejects.toEqual(canceled);
  expect(await gateway.call("notes.page" as never, {} as never)).toMatchObject({ notes: [] });
  // The key is free: the same command can be given again.
  expect(await call("posts.keep", {})).toEqual({ text: "tea" });
});

it.each(["before", "plan"] as const)("outside work that is canceled does not begin: %s", async (at) => {
  const { call, sent } = await opened(at);
  await expect(call("posts.send")).rejects.toEqual(canceled);
  expect(sent).toEqual([]);
  expect(await call("posts.send", {})).toEqual({ sent: 1 });
});

it("outside work that has begun when it is canceled is recorded as done", async () => {
  const { call, sent } = await opened("execute");
  expect(await call("posts.send")).toEqual({ sent: 1 });
  expect(await call("posts.send", {})).toEqual({ sent: 1 });
  expect(sent).toEqual(["tea"]);
});
