import {
  type Blobs,
  defineCommand,
  defineError,
  defineGroup,
  definePlugin,
  defineQuery,
  gatewayErrors,
  type Operation,
  T,
} from "@postern/core";
import { type BrokenRules, operationCases, testOperations } from "@postern/core/testing";
import { describe, expect, it } from "vitest";
import { notes, notesPlugin } from "../fixtures/notes.ts";

const group = defineGroup("slips", { title: "Slips" });
const example = { examples: [{ title: "One", input: {} }] };
const empty = { summary: "Slip", input: T.Object({}), output: T.Object({}) };
const Undeclared = defineError("slips.undeclared", { status: 409, data: T.Object({}), message: () => "No" });

/** The names of the requirements that an operation does not meet. */
async function brokenBy(operation: Operation): Promise<string[]> {
  const plugin = definePlugin(group, { version: "1.0.0", operations: [operation] });
  const [contract] = operationCases(() => ({ plugins: [plugin()], log: silent }));
  const error = await contract?.run().then(
    () => undefined,
    (thrown: unknown) => thrown as BrokenRules,
  );
  return error?.rules.map(({ rule }) => rule) ?? [];
}
const silent = { debug() {}, info() {}, warn() {}, error() {} };

describe("the cases of an operation", () => {
  it("all pass for a correct one", async () => {
    const fine = { ...empty, ...example, input: T.Object({ word: T.Optional(T.String({ description: "Word" })) }) };
    expect(await brokenBy(defineQuery(group, { ...fine, id: "slips.look", run: () => ({}) }))).toEqual([]);
    const plan = () => ({ summary: "Nothing" });
    expect(await brokenBy(defineCommand(group, { ...fine, id: "slips.do", plan, execute: () => ({}) }))).toEqual([]);
  });

  it("find a field without a description", async () => {
    const input = T.Object({ word: T.Optional(T.String()) });
    const operation = defineQuery(group, { ...empty, ...example, input, id: "slips.look", run: () => ({}) });
    expect(await brokenBy(operation)).toEqual(["describes itself and each field of its input"]);
  });

  it("find a missing example", async () => {
    const operation = defineQuery(group, { ...empty, id: "slips.look", run: () => ({}) });
    expect(await brokenBy(operation)).toEqual(["has examples that are valid calls"]);
  });

  it.each([
    ["an operation that does not exist", { operation: "slips.undo", input: {} }],
    ["an input that it does not accept", { operation: "slips.do", input: { word: 1 } }],
  ])("find a command that is undone by %s", async (_, inverse) => {
    const plan = () => ({ summary: "Nothing" });
    const fine = { operation: "slips.do", input: {} };
    const command = (undone: typeof inverse) =>
      defineCommand(group, { ...empty, ...example, id: "slips.do", plan, execute: () => ({}), undo: () => undone });
    expect(await brokenBy(command(inverse))).toEqual(["has examples that are valid calls"]);
    expect(await brokenBy(command(fine))).toEqual([]);
  });

  it("find an invalid schema", async () => {
    const output = T.Object({ word: T.Optional(T.Unsafe<string>({ type: "words" })) });
    const operation = defineQuery(group, { ...empty, ...example, output, id: "slips.look", run: () => ({}) });
    expect(await brokenBy(operation)).toContain("has valid JSON Schemas");
  });

  it("find an example that is refused, and one with an undeclared error", async () => {
    const refused = defineQuery(group, {
      ...empty,
      ...example,
      id: "slips.look",
      run() {
        throw gatewayErrors.InvalidInput({ issues: [{ path: "", code: "look", message: "is not to be looked at" }] });
      },
    });
    expect(await brokenBy(refused)).toContain("has examples that are valid calls");
    const undeclared = defineQuery(group, {
      ...empty,
      ...example,
      id: "slips.look",
      run() {
        throw Undeclared({});
      },
    });
    expect(await brokenBy(undeclared)).toEqual(["has examples that are valid calls"]);
  });

  it("find an answer that does not match its schema", async () => {
    const output = T.Object({ word: T.String() });
    const run = () => ({}) as { word: string };
    const operation = defineQuery(group, { ...empty, ...example, output, id: "slips.look", run });
    expect(await brokenBy(operation)).toEqual(["has examples that are valid calls"]);
  });

  it("find an input that accepts everything", async () => {
    const input = T.Object({}, { additionalProperties: true });
    const operation = defineQuery(group, { ...empty, ...example, input, id: "slips.look", run: () => ({}) });
    expect(await brokenBy(operation)).toEqual([
      "answers 400 to an unknown field and names it",
      "accepts execute as true or false, and only if it is a command",
    ]);
  });

  it("find a plan that changes each time", async () => {
    let count = 0;
    const operation = defineCommand(group, {
      ...empty,
      ...example,
      id: "slips.do",
      plan: () => ({ summary: `Do it for the time ${++count}` }),
      execute: () => ({}),
    });
    expect(await brokenBy(operation)).toEqual([
      "shows the same plan twice, so that a shown plan can be executed",
      "shows the plan of a command with execute: false",
    ]);
  });

  it("find a dry run that writes", async () => {
    const operation = defineCommand(group, {
      ...empty,
      ...example,
      id: "slips.do",
      async plan({ blobs }) {
        // The blobs of a plan are read-only; this plan bypasses the type.
        await (blobs as Blobs).write(Buffer.from("x"));
        return { summary: "Do it" };
      },
      execute: () => ({}),
    });
    expect(await brokenBy(operation)).toContain("shows its plan and leaves the store unchanged, byte for byte");
  });

  it("can be limited to some groups", () => {
    const plugin = definePlugin(group, {
      version: "1.0.0",
      operations: [defineQuery(group, { ...empty, id: "slips.look", run: () => ({}) })],
    });
    const all = operationCases(() => ({ plugins: [plugin(), notesPlugin()] }), ["slips"]);
    expect(new Set(all.map(({ operation }) => operation))).toEqual(new Set(["slips.look"]));
    expect(notes.name).toBe("notes.note");
  });

  it("become a suite of any test runner", () => {
    const names: string[] = [];
    const runner = {
      describe(name: string, body: () => void) {
        names.push(name);
        body();
      },
      it: (name: string) => names.push(name),
    };
    testOperations(() => ({ plugins: [notesPlugin()] }), runner, ["notes"]);
    expect(names).toContain("is kept by notes.add");
  });
});
