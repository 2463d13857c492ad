import { defineCommand, defineEvent, defineGroup, definePlugin, defineQuery, T } from "@postern/core";
import { testGateway } from "@postern/core/testing";
import { describe, expect, it, onTestFinished } from "vitest";
import { noteAdded, notesPlugin } from "../fixtures/notes.ts";

const loop: Record<string, unknown> = {};
loop.itself = loop;

describe("an invalid answer", () => {
  it.each<[string, () => unknown]>([
    ["nothing", () => undefined],
    ["null", () => null],
    ["a text", () => "text"],
    ["a member too few", () => ({})],
    ["a wrong member", () => ({ value: 5 })],
    ["a big number", () => ({ value: "x", more: 1n })],
    ["a circle", () => ({ value: loop })],
    ["a function", () => ({ value: () => 1 })],
    ["a promise that fails late", () => new Promise((_, reject) => setTimeout(reject, 5, "late"))],
    [
      "an exception that is no error",
      () => {
        throw null;
      },
    ],
  ])("is a 500 of that operation only, logged once: %s", async (_name, run) => {
    const group = defineGroup("odd", { title: "Odd" });
    const ask = defineQuery(group, {
      id: "odd.ask",
      summary: "Ask",
      input: T.Object({}),
      output: T.Object({ value: T.String() }),
      run: run as never,
    });
    const odd = definePlugin(group, { version: "1.0.0", operations: [ask] })();
    const { admin, logged, stop } = await testGateway({ plugins: [odd, notesPlugin()] });
    onTestFinished(stop);
    const { status, body } = await admin.post("odd.ask");
    expect(status).toBe(500);
    expect(body.code).toMatch(/^gateway\.(invalid_response|internal)$/);
    const errors = logged.filter(({ level }) => level === "error");
    expect(errors.length).toBe(1);
    expect(errors[0]?.fields.operation).toBe("odd.ask");
    expect((await admin.post("notes.page")).status).toBe(200);
  });
});

describe("a listener", () => {
  it("that throws, fails, hangs or is slow does not delay anyone", async () => {
    const { gateway, admin, logged, stop } = await testGateway({ plugins: [notesPlugin()] });
    onTestFinished(stop);
    const heard: string[] = [];
    let release = () => {};
    gateway.on(noteAdded, () => {
      throw new Error("thrown");
    });
    gateway.on(noteAdded, () => Promise.reject("failed"));
    gateway.on(
      noteAdded,
      () =>
        new Promise<void>((resolve) => {
          release = resolve;
        }),
    );
    gateway.on(noteAdded, ({ data }) => heard.push(data.id));
    const { status, body } = await admin.post("notes.add", { text: "tea" });
    expect(status).toBe(200);
    await new Promise(setImmediate);
    expect(heard).toEqual([body.note.id]);
    expect(logged.filter(({ message }) => message === "A listener failed").length).toBe(2);
    release();
  });

  it("sees the state after its event", async () => {
    const { gateway, admin, stop } = await testGateway({ plugins: [notesPlugin()] });
    onTestFinished(stop);
    const seen = new Promise((resolve) => {
      gateway.on(noteAdded, async ({ data }) => resolve(await gateway.call("notes.show", { id: data.id })));
    });
    const { note } = (await admin.post("notes.add", { text: "tea" })).body;
    expect(await seen).toEqual({ note });
  });
});

it("an operation that calls itself endlessly is stopped without a commit", async () => {
  const group = defineGroup("deep", { title: "Deep" });
  const dug = defineEvent("deep.hole.dug", { summary: "Dug", data: T.Object({}) });
  const dig: ReturnType<typeof make> = make();
  function make() {
    return defineCommand(group, {
      id: "deep.dig",
      summary: "Dig",
      input: T.Object({}),
      output: T.Object({}),
      plan: () => ({ summary: "Dig" }),
      async execute(ctx) {
        ctx.emit(dug, {});
        await ctx.call(dig as never, {} as never);
        return {};
      },
    });
  }
  const deep = definePlugin(group, { version: "1.0.0", operations: [dig], events: [dug] })();
  const { gateway, admin, stop } = await testGateway({ plugins: [deep, notesPlugin()] });
  onTestFinished(stop);
  let heard = 0;
  gateway.on(dug, () => heard++);
  expect((await admin.post("deep.dig")).status).toBe(500);
  expect(heard).toBe(0);
  expect((await admin.post("notes.page")).status).toBe(200);
});
