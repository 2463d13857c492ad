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
import { operationCases, testOperations } from "@postern/core/testing";
import { describe, expect, it } from "vitest";
import { notes, notesPlugin } from "../fixtures/notes.ts";

const group = defineGroup("slips", { title: "Slips" });
const example = { examples: [{ title: "One", input: {} }] };
const empty = { summary: "Slip", input: T.Object({}), output: T.Object({}) };
const Undeclared = defineError("slips.undeclared", { status: 409, data: T.Object({}), message: () => "No" });

/** The names of the promises that an operation breaks. */
async function brokenBy(operation: Operation): Promise<string[]> {
  const plugin = definePlugin(group, { version: "1.0.0", operations: [operation] });
  const broken: string[] = [];
  for (const { name, run } of operationCases(() => ({ plugins: [plugin()], log: silent }))) {
    await run().catch(() => broken.push(name));
  }
  return broken;
}
const silent = { debug() {}, info() {}, warn() {}, error() {} };

describe("the cases of an operation", () => {
  it("all pass for one that is as it should be", async () => {
    const fine = { ...empty, ...example, input: T.Object({ word: T.Optional(T.String()) }) };
    expect(await brokenBy(defineQuery(group, { ...fine, id: "slips.look", run: () => ({}) }))).toEqual([]);
    const plan = () => ({ summary: "Nothing" });
    expect(await brokenBy(defineCommand(group, { ...fine, id: "slips.do", plan, execute: () => ({}) }))).toEqual([]);
  });

  it("find a missing example", async () => {
    const operation = defineQuery(group, { ...empty, id: "slips.look", run: () => ({}) });
    expect(await brokenBy(operation)).toEqual(["shows in examples how it is called"]);
  });

  it("find a schema that is none", async () => {
    const output = T.Object({ word: T.Optional(T.Unsafe<string>({ type: "words" })) });
    const operation = defineQuery(group, { ...empty, ...example, output, id: "slips.look", run: () => ({}) });
    expect(await brokenBy(operation)).toContain("has schemas that are schemas");
  });

  it("find an example that is refused, and one that meets an error which is not declared", async () => {
    const refused = defineQuery(group, {
      ...empty,
      ...example,
      id: "slips.look",
      run() {
        throw gatewayErrors.InvalidInput({ issues: [{ path: "", code: "look", message: "is not to be looked at" }] });
      },
    });
    expect(await brokenBy(refused)).toContain("shows in examples how it is called");
    const undeclared = defineQuery(group, {
      ...empty,
      ...example,
      id: "slips.look",
      run() {
        throw Undeclared({});
      },
    });
    expect(await brokenBy(undeclared)).toEqual(["shows in examples how it is called"]);
  });

  it("find an answer that does not fit", async () => {
    const output = T.Object({ word: T.String() });
    const run = () => ({}) as { word: string };
    const operation = defineQuery(group, { ...empty, ...example, output, id: "slips.look", run });
    expect(await brokenBy(operation)).toEqual(["shows in examples how it is called"]);
  });

  it("find an input that takes whatever it is sent", async () => {
    const input = T.Object({}, { additionalProperties: true });
    const operation = defineQuery(group, { ...empty, ...example, input, id: "slips.look", run: () => ({}) });
    expect(await brokenBy(operation)).toEqual(["answers 400 to a field that it does not know, and names it"]);
  });

  it("find a plan that is another each time", async () => {
    let count = 0;
    const operation = defineCommand(group, {
      ...empty,
      ...example,
      id: "slips.do",
      plan: () => ({ summary: `Do it for the time ${++count}` }),
      execute: () => ({}),
    });
    expect(await brokenBy(operation)).toEqual(["shows the same plan twice, so that it can be run as it was shown"]);
  });

  it("find a dry run that writes", async () => {
    const operation = defineCommand(group, {
      ...empty,
      ...example,
      id: "slips.do",
      async plan({ blobs }) {
        // A plan is given reads only; this one takes what is not its own.
        await (blobs as Blobs).write(Buffer.from("x"));
        return { summary: "Do it" };
      },
      execute: () => ({}),
    });
    expect(await brokenBy(operation)).toContain("shows its plan and leaves the store as it was, byte for byte");
  });

  it("can be of some groups only", () => {
    const plugin = definePlugin(group, {
      version: "1.0.0",
      operations: [defineQuery(group, { ...empty, id: "slips.look", run: () => ({}) })],
    });
    const all = operationCases(() => ({ plugins: [plugin(), notesPlugin()] }), ["slips"]);
    expect(new Set(all.map(({ operation }) => operation))).toEqual(new Set(["slips.look"]));
    expect(notes.name).toBe("notes.note");
  });

  it("become suites in whatever runner there is", () => {
    const told: string[] = [];
    const runner = {
      describe(name: string, body: () => void) {
        told.push(name);
        body();
      },
      it: (name: string) => told.push(name),
    };
    testOperations(() => ({ plugins: [notesPlugin()] }), runner, ["notes"]);
    expect(told).toContain("notes.add");
    expect(told).toContain("answers 401 to whoever has no key");
  });
});
