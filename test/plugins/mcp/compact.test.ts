import { beforeAll, expect, it } from "vitest";
import { call, problemIn, serveMcp } from "./served.ts";

let fixture: Awaited<ReturnType<typeof serveMcp>>;
let client: Awaited<ReturnType<typeof fixture.connect>>;
beforeAll(async () => {
  fixture = await serveMcp();
  client = await fixture.connect({ query: "?mode=compact" });
  return fixture.close;
});

it("has six tools for all operations, and one for events", async () => {
  const { tools } = await client.listTools();
  const names = ["search", "describe", "read", "plan", "write", "destroy", "events_wait"];
  expect(tools.map(({ name }) => name)).toEqual(names);
  expect(JSON.stringify(tools).length / 4).toBeLessThan(2_500);
});

it("finds operations and describes them", async () => {
  const found = await call(client, "search", { query: "remove a note" });
  expect(found.structuredContent.operations[0]).toMatchObject({ operation: "notes.remove", effect: "destroy" });
  const described = await call(client, "describe", { operation: "notes.remove" });
  expect(described.structuredContent).toMatchObject({
    runWith: "destroy",
    plansFirst: "always",
    input: { required: ["id"], properties: { planDigest: { type: "string" } } },
    errors: [{ code: "notes.note_not_found" }],
  });
  const all = await call(client, "search");
  expect(all.structuredContent.total).toBeGreaterThan(5);
});

it("finds only what the key may call", async () => {
  const { key } = await fixture.client(["notes:read"]);
  const limited = await fixture.connect({ key, query: "?mode=compact" });
  const { operations } = (await call(limited, "search")).structuredContent;
  expect(new Set(operations.map(({ effect }: { effect: string }) => effect))).toEqual(new Set(["read"]));
  const refused = await call(limited, "write", { operation: "notes.add", input: { text: "no" } });
  expect(problemIn(refused)).toMatchObject({ code: "gateway.forbidden" });
});

it("runs each operation with the tool of its tier only", async () => {
  const { operations } = fixture.gateway.manifest;
  const tools = ["read", "write", "destroy"] as const;
  for (const { id, effect } of operations) {
    const right = effect === "external" ? "write" : effect;
    for (const tool of tools.filter((one) => one !== right)) {
      const input = { execute: true };
      const given = tool === "read" ? { operation: id, input } : { operation: id, input: {}, execute: true };
      expect(problemIn(await call(client, tool, given)), `${tool} ${id}`).toMatchObject({
        code: "mcp.wrong_tool",
        operation: id,
        right,
      });
    }
    if (effect !== "read") continue;
    const planned = await call(client, "plan", { operation: id });
    expect(problemIn(planned)).toMatchObject({ code: "mcp.wrong_tool", right: "read" });
  }
});

it("plans and changes", async () => {
  const operation = "notes.add";
  const planned = await call(client, "plan", { operation, input: { text: "planned" } });
  expect(planned.structuredContent).toMatchObject({ dryRun: true, plan: { length: 7 } });
  const planOnly = await call(client, "plan", { operation, input: { text: "planned", execute: true } });
  expect(planOnly.structuredContent).toMatchObject({ dryRun: true });
  expect((await call(client, "read", { operation: "notes.page" })).structuredContent.notes).toEqual([]);
  const { digest } = planned.structuredContent;
  const done = await call(client, "write", { operation, input: { text: "planned" }, planDigest: digest });
  expect(done.structuredContent).toMatchObject({ note: { text: "planned" } });
  const { id } = done.structuredContent.note;
  const shown = await call(client, "destroy", { operation: "notes.remove", input: { id } });
  expect(shown.structuredContent).toMatchObject({ dryRun: true });
  const { digest: planDigest } = shown.structuredContent;
  const gone = await call(client, "destroy", { operation: "notes.remove", input: { id }, execute: true, planDigest });
  expect(gone.structuredContent).toEqual({ removed: true });
});

it("reports the fault of a call", async () => {
  const given = { operation: "notes.add", input: { text: "x" }, excute: true };
  expect(problemIn(await call(client, "write", given))).toMatchObject({
    code: "gateway.invalid_input",
    issues: [{ path: "/excute" }],
  });
  expect(problemIn(await call(client, "read", { operation: "notes.shw" }))).toMatchObject({
    code: "gateway.unknown_operation",
    nearest: expect.arrayContaining(["notes.show"]),
  });
});
