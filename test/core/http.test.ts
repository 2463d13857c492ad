import { testGateway } from "@postern/core/testing";
import { afterEach, describe, expect, it } from "vitest";
import { notesPlugin } from "./fixtures/notes.ts";

let stop: (() => Promise<void>) | undefined;
afterEach(() => stop?.());
async function opened(options: { hosts?: string[]; origins?: string[]; open?: string[]; basePath?: string } = {}) {
  const test = await testGateway({ plugins: [notesPlugin()], ...options });
  stop = test.stop;
  return test;
}
const json = { "content-type": "application/json" };

describe("a body", () => {
  it("may be absent, empty or {}, with the same result", async () => {
    const { admin } = await opened();
    for (const body of [undefined, "", "{}"]) expect((await admin.post("notes.page", body)).status).toBe(200);
    expect((await admin.post("notes.page", undefined, { "content-type": "text/plain" })).status).toBe(200);
  });

  it("must be an object", async () => {
    const { admin } = await opened();
    for (const body of ["[]", "1", '"x"', "null", "true"]) {
      const reply = await admin.post("notes.page", body);
      expect([body, reply.status, reply.body.code]).toEqual([body, 400, "gateway.invalid_json"]);
    }
  });

  it("is refused with the position of an error, without a quotation", async () => {
    const { admin } = await opened();
    const torn = await admin.post("notes.add", '{"text": rctx_secret}');
    expect([torn.status, torn.body.code]).toEqual([400, "gateway.invalid_json"]);
    expect(torn.body.detail).toMatch(/character 9/);
    expect(JSON.stringify(torn.body)).not.toContain("secret");
    for (const body of [
      "{",
      '{"text":"a"',
      '{"text":"a"} x',
      "{}{}",
      '\ufeff{"text":"a"}',
      '{"text":NaN}',
      '{"text":undefined}',
    ]) {
      const reply = await admin.post("notes.add", body);
      expect([body, reply.status, reply.body.code]).toEqual([body, 400, "gateway.invalid_json"]);
    }
  });

  it("must be valid UTF-8: nothing is replaced silently", async () => {
    const { gateway, admin } = await opened();
    const bytes = Buffer.concat([Buffer.from('{"text":"a'), Buffer.from([0xff, 0xfe]), Buffer.from('"}')]);
    const reply = await admin.post("notes.add", bytes);
    expect([reply.status, reply.body.code]).toEqual([400, "gateway.invalid_json"]);
    expect((await gateway.call("notes.page", {})).notes).toEqual([]);
  });

  it("is returned unchanged, including lone surrogates and NUL", async () => {
    const { admin } = await opened();
    for (const escaped of ["\\ud800", "\\u0000", "\\u0001\\u0001", "é", "😀", "$&", "__proto__"]) {
      const { body } = await admin.post("notes.add", `{"text":"${escaped}"}`);
      expect(body.note.text).toBe(JSON.parse(`"${escaped}"`));
    }
  });

  it("cannot repeat a member at any depth, however its name is escaped", async () => {
    const { gateway, admin } = await opened();
    for (const [body, at] of [
      ['{"text":"a","text":"b"}', 12],
      ['{"text":"a","tags":[],"te\\u0078t":"b"}', 22],
      ['{"text":"a","more":[{"a":1,"b":{"c":1,"c":1}}]}', 38],
    ]) {
      const reply = await admin.post("notes.add", body);
      expect([body, reply.status, reply.body.code]).toEqual([body, 400, "gateway.invalid_json"]);
      expect(reply.body.detail).toContain(`two members with the same name, the second at character ${at}`);
    }
    expect((await gateway.call("notes.page", {})).notes).toEqual([]);
    const text = 'a ":", \\ "b":"';
    const { body } = await admin.post("notes.add", { text });
    expect(body).toMatchObject({ note: { text } });
  });

  it("is answered 415 if it declares a charset other than UTF-8", async () => {
    const { admin } = await opened();
    const statusOf = async (type: string) => (await admin.post("notes.page", "{}", { "content-type": type })).status;
    for (const charset of ["utf-16", '"UTF-16LE"', "iso-8859-1", "utf-7"])
      expect([charset, await statusOf(`application/json; charset=${charset}`)]).toEqual([charset, 415]);
    for (const charset of ["utf-8", '"UTF-8"'])
      expect([charset, await statusOf(`application/json;charset=${charset}`)]).toEqual([charset, 200]);
  });

  it("cannot contain names of the prototype at any depth", async () => {
    const { admin } = await opened();
    for (const body of [
      '{"__proto__":{}}',
      '{"text":{"constructor":1}}',
      '{"tags":[{"prototype":1}]}',
      '{"\\u005f_proto__":1}',
    ]) {
      const reply = await admin.post("notes.page", body);
      expect([body, reply.status, reply.body.code]).toEqual([body, 400, "gateway.invalid_json"]);
    }
    expect(({} as { polluted?: unknown }).polluted).toBeUndefined();
  });

  it("cannot be nested deeper than 64", async () => {
    const { admin } = await opened();
    const nested = (depth: number) => `{"tags":${"[".repeat(depth)}${"]".repeat(depth)}}`;
    expect((await admin.post("notes.page", nested(70))).body.code).toBe("gateway.invalid_json");
    expect((await admin.post("notes.page", nested(60))).body.code).toBe("gateway.invalid_input");
  });

  it("must be application/json, uncompressed", async () => {
    const { admin } = await opened();
    for (const type of [
      "text/plain",
      "multipart/form-data; boundary=x",
      "application/jsonx",
      "application/x-www-form-urlencoded",
      "",
    ]) {
      const reply = await admin.post("notes.add", '{"text":"a"}', { "content-type": type });
      expect([type, reply.status, reply.body.code]).toEqual([type, 415, "gateway.unsupported_media_type"]);
    }
    expect((await admin.post("notes.add", '{"text":"a"}', { "content-encoding": "gzip" })).status).toBe(415);
    for (const [n, type] of [
      "application/json; charset=utf-8",
      "Application/JSON",
      "application/vnd.x+json",
    ].entries()) {
      expect((await admin.post("notes.add", `{"text":"t${n}"}`, { "content-type": type })).status).toBe(200);
    }
  });

  it("can be at most 1 MiB, declared or not", async () => {
    const { admin } = await opened();
    const long = JSON.stringify({ text: "x".repeat(2 ** 20) });
    const declared = await admin.post("notes.add", long, { "content-length": String(long.length) });
    expect([declared.status, declared.body.code, declared.body.limit]).toEqual([
      413,
      "gateway.body_too_large",
      2 ** 20,
    ]);
    const stream = new Blob([long]).stream();
    expect((await admin.post("notes.add", stream)).status).toBe(413);
  });
});

describe("a path", () => {
  it("must match exactly", async () => {
    const { admin } = await opened();
    for (const path of [
      "/api/v1/notes/page/",
      "/api/v1//notes/page",
      "/api/v1/Notes/page",
      "/api/v1/notes%2Fpage",
      "/api/v1/notes/p%61ge",
      "/api/v1/notes.page",
      "/api/v2/notes/page",
      "/",
    ]) {
      const reply = await admin.send(path, { method: "POST" });
      expect([path, reply.status, reply.body.code]).toEqual([path, 404, "gateway.unknown_operation"]);
    }
    expect((await admin.send("/api/v1/notes/page?x=1", { method: "POST" })).status).toBe(200);
  });

  it("that is unknown is answered with similar names, if the caller has a key", async () => {
    const { gateway, admin } = await opened();
    expect((await admin.post("notes.pge")).body.nearest).toContain("notes.page");
    const anonymous = await gateway.fetch(new Request("http://localhost/api/v1/notes/pge", { method: "POST" }));
    expect(anonymous.status).toBe(401);
    expect(await anonymous.text()).not.toContain("notes.page");
  });

  it("that is not percent-encoded UTF-8 is refused like any other", async () => {
    const { gateway, admin } = await opened();
    for (const path of ["/%E0%A4%A", "/api/v1/%ff", "/%"]) {
      const anonymous = { "x-request-id": "r-1" };
      for (const [status, headers] of [
        [401, anonymous],
        [400, { ...anonymous, authorization: `Bearer ${admin.key}` }],
      ] as const) {
        const reply = await gateway.fetch(new Request(`http://localhost${path}`, { headers }));
        expect([path, reply.status, reply.headers.get("content-type"), reply.headers.get("x-request-id")]).toEqual([
          path,
          status,
          "application/problem+json",
          "r-1",
        ]);
        expect(await reply.json()).toMatchObject({ status });
      }
    }
  });

  it("only accepts POST", async () => {
    const { admin } = await opened();
    for (const method of ["GET", "PUT", "DELETE", "PATCH", "OPTIONS"]) {
      const reply = await admin.send("/api/v1/notes/page", { method });
      expect([method, reply.status, reply.headers.get("allow")]).toEqual([method, 405, "POST"]);
    }
  });

  it("may be below a base path", async () => {
    const { admin } = await opened({ basePath: "/postern" });
    expect((await admin.post("notes.page")).status).toBe(200);
    expect((await admin.send("/health")).body).toEqual({ status: "ok" });
  });
});

describe("a key", () => {
  it("is required in one form, and invalid ones are indistinguishable", async () => {
    const { gateway, admin } = await opened();
    const bodies = new Set<string>();
    for (const authorization of [
      undefined,
      "",
      "Basic abc",
      "Bearer",
      "Bearer ",
      "Bearer rctx_no",
      `Bearer rctx_${"x".repeat(43)}`,
      `Bearer ${admin.key}x`,
      `Token ${admin.key}`,
    ]) {
      const headers = { ...json, "x-request-id": "same", ...(authorization !== undefined && { authorization }) };
      const response = await gateway.fetch(
        new Request("http://localhost/api/v1/notes/page", { method: "POST", headers }),
      );
      expect([authorization, response.status]).toEqual([authorization, 401]);
      bodies.add(await response.text());
    }
    expect(bodies.size).toBe(1);
  });

  it("is accepted with Bearer in any case, but not from the query, a cookie or the body", async () => {
    const { gateway, admin } = await opened();
    const ask = (path: string, headers: Record<string, string>, body?: string) =>
      gateway.fetch(
        new Request(`http://localhost${path}`, {
          method: "POST",
          headers: { ...json, ...headers },
          ...(body && { body }),
        }),
      );
    expect((await ask("/api/v1/notes/page", { authorization: `bearer  ${admin.key}` })).status).toBe(200);
    expect(
      (await ask("/api/v1/notes/page", { authorization: `Bearer ${admin.key}, Bearer ${admin.key}` })).status,
    ).toBe(400);
    expect((await ask(`/api/v1/notes/page?access_token=${admin.key}`, {})).status).toBe(401);
    expect((await ask("/api/v1/notes/page", { cookie: `token=${admin.key}` })).status).toBe(401);
    expect((await ask("/api/v1/notes/page", {}, JSON.stringify({ key: admin.key }))).status).toBe(401);
  });

  it("without the scope learns nothing about the operation: neither its fields nor what exists", async () => {
    const { client } = await opened();
    const reader = await client(["other:*", "notes:read"]);
    const refused = await reader.post("notes.remove", { nonsense: 1 });
    expect([refused.status, refused.body.code, refused.body.scope]).toEqual([403, "gateway.forbidden", "notes:write"]);
    expect(refused.body.issues).toBeUndefined();
    expect((await reader.post("notes.remove", "not json", { "content-type": "text/plain" })).status).toBe(403);
    expect((await reader.post("notes.page")).status).toBe(200);
  });

  it("has exactly its grants: write includes read, an id that operation, a scope that scope", async () => {
    const { client } = await opened();
    const of = async (scope: string, id: string, body: unknown = {}) =>
      (await (await client([scope])).post(id, body)).status;
    expect(await of("notes:write", "notes.page")).toBe(200);
    expect(await of("notes:read", "notes.page")).toBe(200);
    expect(await of("notes:read", "notes.lock")).toBe(403);
    expect(await of("notes.lock", "notes.lock")).toBe(200);
    expect(await of("notes.lock", "notes.page")).toBe(403);
    expect(await of("notes:write", "notes.hidden")).toBe(403);
    expect(await of("notes:raw", "notes.hidden")).toBe(200);
    expect(await of("notes:*", "notes.hidden")).toBe(200);
    expect(await of("*", "notes.hidden")).toBe(200);
  });

  it("limited to a resource only allows calls that name it", async () => {
    const { gateway, client } = await opened();
    const { note } = await gateway.call("notes.add", { text: "tea" });
    const narrow = await client([`notes:write@${note.id}`]);
    expect((await narrow.post("notes.show", { id: note.id })).status).toBe(200);
    expect((await narrow.post("notes.show", { id: "note_other" })).body).toMatchObject({
      status: 403,
      scope: "notes:read@note_other",
    });
    expect((await narrow.post("notes.page")).status).toBe(403);
    expect((await narrow.post("notes.show", {})).status).toBe(400);
  });

  it("is not required for an operation that the deployment has opened", async () => {
    const { gateway } = await opened({ open: ["notes.page"] });
    const ask = (id: string) => gateway.fetch(new Request(`http://localhost/api/v1/notes/${id}`, { method: "POST" }));
    expect((await ask("page")).status).toBe(200);
    expect((await ask("hidden")).status).toBe(401);
  });
});

describe("a host and an origin", () => {
  const ask = (fetch: (request: Request) => Promise<Response>, headers: Record<string, string>) =>
    fetch(new Request("http://127.0.0.1:4870/api/v1/notes/page", { method: "POST", headers }));

  it("are checked before the key", async () => {
    const { gateway, admin } = await opened({ hosts: ["127.0.0.1:4870", "localhost:4870", "[::1]:4870"] });
    const authorization = `Bearer ${admin.key}`;
    for (const host of [
      "evil.com",
      "127.0.0.1.evil.com",
      "localhost.:4870",
      "[::ffff:127.0.0.1]:4870",
      "0.0.0.0:4870",
      "127.0.0.1:1",
      "127.0.0.1",
    ]) {
      const response = await ask(gateway.fetch, { host, authorization });
      expect([host, response.status, ((await response.json()) as { code: string }).code]).toEqual([
        host,
        403,
        "gateway.forbidden_host",
      ]);
    }
    for (const host of ["127.0.0.1:4870", "LOCALHOST:4870", "[::1]:4870"])
      expect((await ask(gateway.fetch, { host, authorization })).status).toBe(200);
  });

  it("exclude pages of other origins, even if the application checks the host", async () => {
    const { gateway, admin } = await opened({ origins: ["https://console.example"] });
    const authorization = `Bearer ${admin.key}`;
    for (const origin of ["https://evil.com", "null", "http://127.0.0.1:1"]) {
      const response = await ask(gateway.fetch, { host: "127.0.0.1:4870", origin, authorization });
      expect([origin, response.status]).toEqual([origin, 403]);
      expect(response.headers.get("access-control-allow-origin")).toBeNull();
    }
    for (const origin of ["http://127.0.0.1:4870", "https://console.example"])
      expect((await ask(gateway.fetch, { host: "127.0.0.1:4870", origin, authorization })).status).toBe(200);
  });

  it("allow a sandboxed page, which has no origin, to load anything but operations", async () => {
    const { gateway } = await opened();
    const look = (path: string, method: string, origin = "null") =>
      gateway.fetch(new Request(`http://127.0.0.1:4870${path}`, { method, headers: { origin } }));
    const statuses = [
      await look("/health", "GET"),
      await look("/health", "GET", "https://evil.com"),
      await look("/health", "POST"),
      await look("/api/v1/notes/page", "GET"),
      await look("/api/v1/notes/page", "OPTIONS"),
    ].map(({ status, headers }) => [status, headers.get("access-control-allow-origin")]);
    expect(statuses).toEqual([200, 403, 403, 403, 403].map((status) => [status, null]));
  });
});

describe("an answer", () => {
  it("carries the request id, the client's own one if it is valid", async () => {
    const { admin } = await opened();
    expect((await admin.post("notes.page", {}, { "x-request-id": "abc-1" })).headers.get("x-request-id")).toBe("abc-1");
    const made = await admin.post("notes.add", {}, { "x-request-id": "not sensible" });
    expect(made.headers.get("x-request-id")).toMatch(/^[0-9a-f-]{36}$/);
    expect(made.body.requestId).toBe(made.headers.get("x-request-id"));
  });

  it("to an error is a problem document", async () => {
    const { admin } = await opened();
    const reply = await admin.post("notes.show", { id: "none" });
    expect(reply.headers.get("content-type")).toBe("application/problem+json");
    expect(reply.body).toEqual({
      type: "urn:postern:error:notes.note_not_found",
      title: "Note not found",
      status: 404,
      detail: 'Note "none" not found',
      message: 'Note "none" not found',
      code: "notes.note_not_found",
      noteId: "none",
      requestId: expect.any(String),
    });
  });

  it("to /health needs no key and contains nothing else", async () => {
    const { gateway } = await opened();
    const response = await gateway.fetch(new Request("http://localhost/health"));
    expect([response.status, await response.json()]).toEqual([200, { status: "ok" }]);
    expect((await gateway.fetch(new Request("http://localhost/health", { method: "POST" }))).status).toBe(405);
  });
});
