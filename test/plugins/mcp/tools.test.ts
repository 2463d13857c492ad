import { beforeAll, describe, expect, it } from "vitest";
import { bodyOf, call, problemIn, serveMcp } from "./served.ts";

let fixture: Awaited<ReturnType<typeof serveMcp>>;
beforeAll(async () => {
  fixture = await serveMcp();
  return fixture.close;
});

/** A note of this test. */
async function addNote(text: string): Promise<string> {
  return (await fixture.admin.post("notes.add", { text })).body.note.id;
}

describe("the tools of a gateway", () => {
  it.each(["modern", "auto", "legacy", "first version"])("answer a client that is %s", async (kind) => {
    const mode = kind === "modern" ? { pin: "2026-07-28" } : kind === "auto" ? "auto" : "legacy";
    const client = kind === "first version" ? await fixture.connectOlder() : await fixture.connect({ mode });
    const { tools } = await client.listTools();
    const names = tools.map(({ name }) => name);
    expect(names).toEqual(expect.arrayContaining(["events_wait", "notes_add", "notes_add-both", "notes_remove"]));
    const added = await call(client, "notes_add", { text: `by ${kind}` });
    expect(added.isError).toBeFalsy();
    expect(added.structuredContent).toMatchObject({ note: { text: `by ${kind}` } });
    expect(JSON.parse(added.content[0]?.text ?? "")).toEqual(added.structuredContent);
    const { id } = added.structuredContent.note;
    expect(await call(client, "notes_show", { id })).toMatchObject({ structuredContent: { note: { id } } });
    expect(client.getServerVersion()?.name).toBe("postern");
  });

  it("have all four hints, an output schema and a short description", async () => {
    const { tools } = await (await fixture.connect()).listTools();
    for (const { name, description = "", outputSchema, annotations } of tools) {
      expect(Object.keys(annotations ?? {}).sort(), name).toEqual([
        "destructiveHint",
        "idempotentHint",
        "openWorldHint",
        "readOnlyHint",
      ]);
      expect(outputSchema, name).toMatchObject({ type: "object" });
      expect(description.length, name).toBeLessThanOrEqual(300);
      expect(name).toMatch(/^[A-Za-z0-9_-]{1,64}$/);
    }
    const hints = Object.fromEntries(tools.map(({ name, annotations }) => [name, annotations]));
    expect(hints.notes_show).toEqual({
      readOnlyHint: true,
      destructiveHint: false,
      idempotentHint: true,
      openWorldHint: false,
    });
    expect(hints.notes_remove).toMatchObject({ readOnlyHint: false, destructiveHint: true });
  });

  it("are listed in the same order each time, and alike by the library and the short way", async () => {
    const request = (cursor?: string) => ({ jsonrpc: "2.0", id: 1, method: "tools/list", params: { cursor } });
    const direct = await bodyOf(await fixture.send(request()));
    const again = await bodyOf(await fixture.send(request()));
    expect(again).toEqual(direct);
    const library = await (await fixture.send(request("0"))).text();
    const data = /^data: (.*)$/m.exec(library)?.[1] ?? library;
    expect(JSON.parse(data).result).toEqual(direct.result);
  });

  it("are the operations that the key may call", async () => {
    const { key } = await fixture.client(["notes:read"]);
    const { tools } = await (await fixture.connect({ key })).listTools();
    const names = tools.map(({ name }) => name);
    expect(names).toContain("notes_show");
    expect(names).not.toContain("notes_add");
    expect(names).not.toContain("notes_hidden");
  });

  it("belong to the groups in the address", async () => {
    const refused = await fixture.send({ jsonrpc: "2.0", id: 1, method: "tools/list" }, {}, "?groups=note");
    expect(refused.status).toBe(400);
    expect((await bodyOf(refused)).message).toContain("names no group of this gateway: note. Did you mean notes?");
    const limited = await fixture.connect({ query: "?groups=mcp" });
    expect((await limited.listTools()).tools.map(({ name }) => name)).toEqual(["events_wait"]);
    expect(problemIn(await call(limited, "notes_page"))).toMatchObject({ code: "mcp.outside_groups" });
  });

  it("say less if there is no room for more", async () => {
    const [full, brief] = await Promise.all(
      ["full", "brief"].map(async (detail) =>
        (await fixture.connect({ query: `?detail=${detail}` })).listTools().then(({ tools }) => tools),
      ),
    );
    const of = (tools: typeof full, name: string) => tools?.find((tool) => tool.name === name);
    expect(of(full, "notes_add")?.inputSchema.properties?.text).toMatchObject({ maxLength: 20 });
    expect(of(brief, "notes_add")?.inputSchema.properties?.text).toEqual({ type: "string" });
    expect(of(full, "describe")).toBeUndefined();
    expect(of(brief, "describe")).toBeDefined();
    const described = await call(await fixture.connect(), "describe", { operation: "notes_add" });
    expect(described.structuredContent).toMatchObject({ operation: "notes.add", runWith: "write" });
  });
});

describe("a tool that plans first", () => {
  it("answers its plan as a normal result, and is executed with its digest", async () => {
    const client = await fixture.connect();
    await client.listTools();
    const id = await addNote("to remove");
    const planned = await call(client, "notes_remove", { id });
    expect(planned.isError).toBeFalsy();
    expect(planned.structuredContent).toMatchObject({ dryRun: true, plan: { summary: `Remove note ${id}` } });
    expect((await fixture.admin.post("notes.show", { id })).status).toBe(200);
    const planDigest = planned.structuredContent.digest;
    const wrong = await call(client, "notes_remove", { id, execute: true, planDigest: "other" });
    expect(problemIn(wrong)).toMatchObject({ code: "gateway.plan_stale" });
    const done = await call(client, "notes_remove", { id, execute: true, planDigest });
    expect(done.structuredContent).toEqual({ removed: true });
    expect((await fixture.admin.post("notes.show", { id })).status).toBe(404);
  });

  it("refuses a digest that cannot be one", async () => {
    const client = await fixture.connect();
    const result = await call(client, "notes_remove", { id: "x", execute: true, planDigest: 'a"b' });
    expect(problemIn(result)).toMatchObject({ code: "gateway.invalid_input", issues: [{ path: "/planDigest" }] });
  });
});

describe("an error", () => {
  it("has its code, its issues and its fix in the text", async () => {
    const client = await fixture.connect();
    const invalid = await call(client, "notes_add", { text: "", other: 1 });
    expect(invalid.isError).toBe(true);
    expect(problemIn(invalid)).toMatchObject({
      code: "gateway.invalid_input",
      message: expect.any(String),
      issues: expect.arrayContaining([expect.objectContaining({ path: "/text" })]),
    });
    const taken = await addNote("taken");
    expect(problemIn(await call(client, "notes_add", { text: "taken" }))).toMatchObject({
      code: "notes.text_taken",
      fix: `postern notes remove --id ${taken} --execute`,
    });
  });

  it("of the protocol names the nearest tools", async () => {
    const client = await fixture.connect();
    await expect(call(client, "notes_ad", {})).rejects.toThrow(/Tool "notes_ad" not found. Did you mean notes_add\?/);
    await expect(call(client, "search", {})).rejects.toThrow(/not found/);
  });

  it("answers a key without the scope like any other call", async () => {
    const { key } = await fixture.client(["notes:read"]);
    const client = await fixture.connect({ key });
    expect(problemIn(await call(client, "notes_add", { text: "x" }))).toMatchObject({ code: "gateway.forbidden" });
  });
});
