import { type Caller, createCaller, gatewayView } from "@postern/core";
import { type Action, checkAction, renderInput } from "@postern/kit/actions";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { actionGateway } from "./fixtures/actions.ts";

const run = { id: "entry_1", dueAt: 1_700_000_000_000 };
const event = { id: "7.1", data: { message: { id: "msg_1", text: "{{run.id}}" }, amount: 12.5, tags: ["a", "b"] } };
const scope = { run, event };
const NOBODY = createCaller({ contextId: "ctx_1", chain: [["*"]] });

describe("the template of an input", () => {
  it("is replaced by values, several in one text and at any depth", () => {
    const input = {
      text: "{{event.data.message.id}} in {{ run.id }}: {{event.data.amount}}, {{event.data.tags}}",
      deep: [{ amount: { $: "event.data.amount" }, tags: { $: "event.data.tags" } }, { $: "event.data.tags.1" }],
      plain: [1, null, true, "no {template}"],
    };
    expect(renderInput(input, scope)).toEqual({
      text: 'msg_1 in entry_1: 12.5, ["a","b"]',
      deep: [{ amount: 12.5, tags: ["a", "b"] }, "b"],
      plain: [1, null, true, "no {template}"],
    });
  });

  it("keeps values unchanged, even if they look like templates", () => {
    const input = { text: "{{event.data.message.text}}", same: { $: "event.data.message" } };
    expect(renderInput(input, scope)).toEqual({ text: "{{run.id}}", same: event.data.message });
  });

  it("has {{{{ for a literal {{", () => {
    expect(renderInput({ text: "{{{{run.id}} is {{run.id}}, {{{{" }, scope)).toEqual({
      text: "{{run.id}} is entry_1, {{",
    });
  });

  it("fails with the path that does not exist, never with what objects inherit", () => {
    for (const path of [
      "event.data.nothing",
      "event.data.tags.2",
      "run.id.length",
      "event.data.constructor",
      "run.__proto__",
    ])
      for (const value of [`x {{${path}}}`, { $: path }])
        expect(() => renderInput({ deep: [value] }, scope)).toThrow(
          `The input /deep/0 refers to "${path}", which does not exist for this run. Nothing was called.`,
        );
    expect(() => renderInput({ text: "{{event.data.tags.length}}" }, scope)).toThrow("does not exist");
  });

  it("is limited to 1 MiB and to 64 levels with its values", () => {
    const long = { event: { data: "a".repeat(600_000) } };
    expect(renderInput({ text: "{{event.data}}" }, long).text).toHaveLength(600_000);
    expect(() => renderInput({ text: "{{event.data}}{{event.data}}" }, long)).toThrow("more than 1048576 characters");
    expect(() => renderInput({ all: [{ $: "event.data" }, { $: "event.data" }] }, long)).toThrow("characters");
    const nested = (levels: number): unknown => (levels === 0 ? 1 : { inner: nested(levels - 1) });
    expect(() => renderInput({ all: { $: "event.data" } }, { event: { data: nested(63) } })).not.toThrow();
    expect(() => renderInput({ all: { $: "event.data" } }, { event: { data: nested(64) } })).toThrow("64 levels");
  });

  it("leaves any input without templates unchanged", () => {
    const json = fc.dictionary(fc.string(), fc.jsonValue()).filter((input) => !/\{\{|"\$"/.test(JSON.stringify(input)));
    fc.assert(
      fc.property(json, (input) => {
        expect(renderInput(input, {})).toEqual(input);
      }),
    );
  });

  it("inserts any text unchanged", () => {
    fc.assert(
      fc.property(fc.string(), fc.string(), (before, value) => {
        fc.pre(!before.includes("{"));
        const { text } = renderInput({ text: `${before}{{event.data}}` }, { event: { data: value } });
        expect(text).toBe(before + value);
      }),
    );
  });
});

describe("an action", () => {
  async function issuesOf(action: Action, caller: Caller = NOBODY) {
    const { gateway } = await actionGateway();
    const view = gateway.service(gatewayView);
    try {
      if (view) checkAction(view, caller, action, { roots: ["run"] });
    } catch (error) {
      return error as { code: string; data: { issues: { path: string; message: string }[]; nearest: string[] } };
    }
    return undefined;
  }

  it("needs an existing operation, and is refused with similar names", async () => {
    const error = await issuesOf({ operation: "notes.ad" });
    expect(error).toMatchObject({ code: "gateway.unknown_operation", data: { nearest: ["notes.add"] } });
  });

  it("needs an operation that its creator may execute or propose", async () => {
    const reader = createCaller({ contextId: "ctx_1", chain: [["notes:read"]] });
    expect(await issuesOf({ operation: "notes.add", input: { text: "tea" } }, reader)).toMatchObject({
      code: "gateway.forbidden",
      data: { scope: "notes:write" },
    });
    const proposer = createCaller({ contextId: "ctx_1", chain: [["propose:notes:write"]] });
    expect(await issuesOf({ operation: "notes.add", input: { text: "tea" } }, proposer)).toBeUndefined();
    expect(await issuesOf({ operation: "notes.page", propose: true }, reader)).toMatchObject({
      data: { issues: [{ path: "/action/propose" }] },
    });
  });

  it("is compared with the schema of its operation if it has no templates", async () => {
    const error = await issuesOf({ operation: "notes.add", input: { text: "", size: 1 } });
    expect(error?.code).toBe("gateway.invalid_input");
    expect(error?.data.issues.map(({ path }) => path).sort()).toEqual(["/action/input/size", "/action/input/text"]);
    expect(await issuesOf({ operation: "notes.add" })).toMatchObject({
      data: { issues: [{ path: "/action/input/text", message: "is required" }] },
    });
    expect(
      await issuesOf({ operation: "notes.add", input: { text: "{{run.id}} is longer than twenty" } }),
    ).toBeUndefined();
    expect(await issuesOf({ operation: "notes.add", input: { $: "run.input" } })).toBeUndefined();
  });

  it("may refer only to what exists for its runs, in paths that are ones", async () => {
    for (const text of ["{{event.id}}", "{{run}} {{ }}", "{{run..id}}", "{{run.id", "{{{{{{run.id"])
      expect([text, (await issuesOf({ operation: "notes.add", input: { text } }))?.data.issues[0]?.path]).toEqual([
        text,
        "/action/input/text",
      ]);
    const error = await issuesOf({ operation: "notes.add", input: { text: [{ $: "event.id" }, { $: 1 }] } });
    expect(error?.data.issues).toEqual([
      { path: "/action/input/text/0", code: "template", message: expect.stringContaining("must refer to run") },
      { path: "/action/input/text/1", code: "template", message: 'must have a path like run.id as its "$"' },
    ]);
  });

  it("cannot be nested more than 64 levels deep", async () => {
    let deep: Record<string, unknown> = {};
    for (let level = 0; level < 64; level++) deep = { inner: deep };
    expect(await issuesOf({ operation: "notes.add", input: deep })).toMatchObject({
      data: { issues: [{ message: "must not be nested more than 64 levels deep" }] },
    });
  });

  it("cannot hold a secret, at any depth", async () => {
    for (const secret of [{ password: "sesame" }, { password: "{{run.id}}" }, { server: { token: "sesame" } }])
      expect((await issuesOf({ operation: "acts.post", input: { text: "a", ...secret } }))?.data.issues).toEqual([
        expect.objectContaining({
          code: "secret",
          path: "password" in secret ? "/action/input/password" : "/action/input/server/token",
        }),
      ]);
    const referring = { text: "a", password: { $: "run.password" } };
    expect(await issuesOf({ operation: "acts.post", input: referring })).toBeUndefined();
  });
});
