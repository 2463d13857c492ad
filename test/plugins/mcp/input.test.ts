import { request } from "node:http";
import { beforeAll, expect, it } from "vitest";
import { bodyOf, call, problemIn, serveMcp } from "./served.ts";

let fixture: Awaited<ReturnType<typeof serveMcp>>;
beforeAll(async () => {
  fixture = await serveMcp();
  return fixture.close;
});

const listTools = { jsonrpc: "2.0", id: 1, method: "tools/list" };
const callTool = (name: string, given: object) => ({
  ...{ jsonrpc: "2.0", id: 1, method: "tools/call" },
  params: { name, arguments: given },
});

/** The status and the code of an answer. */
async function refused(sent: Promise<Response>): Promise<[number, unknown]> {
  const response = await sent;
  return [response.status, ((await response.json()) as { code?: unknown }).code];
}

it("refuses foreign hosts and origins, and requests without a key", async () => {
  expect(await refused(fixture.send(listTools, { origin: "https://page.example" }))).toEqual([
    403,
    "gateway.forbidden_origin",
  ]);
  expect(await refused(fixture.send(listTools, { authorization: "Bearer rctx_wrong" }))).toEqual([
    401,
    "gateway.unauthenticated",
  ]);
  const status = await new Promise((resolve) => {
    const headers = { host: "page.example", authorization: `Bearer ${fixture.admin.key}` };
    request(fixture.url, { method: "POST", headers }, (response) => resolve(response.resume().statusCode)).end("{}");
  });
  expect(status).toBe(403);
});

it("allows only POST, so that older clients do without a stream of their own", async () => {
  const headers = { authorization: `Bearer ${fixture.admin.key}` };
  for (const method of ["GET", "DELETE"])
    expect(await refused(fetch(fixture.url, { method, headers }))).toEqual([405, "gateway.method_not_allowed"]);
});

it.each([
  ["text that is not JSON", "{", 400, "gateway.invalid_json"],
  ["a list of messages", "[]", 400, "gateway.invalid_json"],
  ["deep nesting", `{"params":${"[".repeat(80)}${"]".repeat(80)}}`, 400, "gateway.invalid_json"],
  ["a member twice", '{"id":1,"id":2}', 400, "gateway.invalid_json"],
  ["a name of the prototype", '{"params":{"__proto__":{}}}', 400, "gateway.invalid_json"],
])("refuses %s", async (_, body, status, code) => {
  expect(await refused(fixture.send(body))).toEqual([status, code]);
});

it("refuses other types of content, compression and unknown options", async () => {
  const code = "gateway.unsupported_media_type";
  expect(await refused(fixture.send(listTools, { "content-type": "text/plain" }))).toEqual([415, code]);
  expect(await refused(fixture.send(listTools, { "content-encoding": "gzip" }))).toEqual([415, code]);
  expect(await refused(fixture.send(listTools, {}, "?mode=all"))).toEqual([400, "gateway.invalid_input"]);
  expect(await refused(fixture.send(listTools, {}, "?other=1"))).toEqual([400, "gateway.invalid_input"]);
});

it("limits a message to the longest input, and an input to the limit of its operation", async () => {
  const long = callTool("notes_add", { text: "x".repeat(2 ** 20) });
  expect(problemIn((await bodyOf(await fixture.send(long))).result)).toMatchObject({
    code: "gateway.body_too_large",
    limit: 2 ** 20,
  });
  const many = callTool("notes_page", { tags: Array.from({ length: 60_000 }, () => "a") });
  expect(await refused(fixture.send(many))).toEqual([400, "gateway.invalid_json"]);
  const huge = fixture.send(callTool("notes_add", { text: "x".repeat(2 ** 21) }));
  expect(await refused(huge)).toEqual([413, "gateway.body_too_large"]);
});

it("leaves the refusals of the protocol to the library", async () => {
  const send = async (message: object, headers = {}) => (await fixture.send(message, headers)).text();
  expect(await send({ ...listTools, method: "tools/unknown" })).toContain("-32601");
  expect(await send(callTool("nothing", {}))).toContain("-32602");
  expect(await send({ ...callTool("notes_add", {}), params: { name: "notes_add", arguments: [] } })).toContain(
    "-32602",
  );
  expect(await send(listTools, { "mcp-protocol-version": "1999-01-01" })).toContain("error");
  expect(await send(listTools, { "mcp-protocol-version": "2026-07-28" })).toContain("error");
  expect((await fixture.send(listTools, { accept: "text/html" })).status).toBe(406);
});

it("limits keys to their resources as every surface does", async () => {
  const first = (await fixture.admin.post("notes.add", { text: "mine" })).body.note.id;
  const second = (await fixture.admin.post("notes.add", { text: "yours" })).body.note.id;
  const { key } = await fixture.client([`notes:read@${first}`]);
  const client = await fixture.connect({ key });
  expect((await client.listTools()).tools.map(({ name }) => name)).toContain("notes_show");
  expect((await call(client, "notes_show", { id: first })).structuredContent.note.text).toBe("mine");
  const other = problemIn(await call(client, "notes_show", { id: second }));
  expect(other).toMatchObject({ code: "gateway.forbidden", scope: `notes:read@${second}` });
});

it("refuses a revoked key at its next call", async () => {
  const { key, contextId } = await fixture.client(["notes:read"]);
  const client = await fixture.connect({ key });
  expect((await call(client, "notes_page")).isError).toBeFalsy();
  await fixture.gateway.keys.revoke(contextId);
  await expect(call(client, "notes_page")).rejects.toThrow(/gateway.unauthenticated/);
});
