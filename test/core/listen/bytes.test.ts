import { type Listening, listen } from "@postern/core/server";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { echo, exchange, open, parse, post, problem } from "./wire.ts";

const gateway = echo();
let door: Listening;
beforeAll(async () => {
  door = await listen(gateway, { port: 0 });
});
afterAll(() => door.close({ grace: 0 }));

const head = () => `POST /x HTTP/1.1\r\nHost: 127.0.0.1:${door.port}\r\n`;
const chunked = (body: string, ...lines: string[]) =>
  `${head()}${["Transfer-Encoding: chunked", ...lines].join("\r\n")}\r\n\r\n${body}`;

describe("data that is not exactly one request", () => {
  const rows: [name: string, bytes: () => string][] = [
    ["Content-Length beside Transfer-Encoding", () => chunked("0\r\n\r\n", "Content-Length: 3")],
    ["two Content-Lengths", () => `${head()}Content-Length: 3\r\nContent-Length: 3\r\n\r\nabc`],
    ["a list as Content-Length", () => `${head()}Content-Length: 3, 3\r\n\r\nabc`],
    ["a signed Content-Length", () => `${head()}Content-Length: +3\r\n\r\nabc`],
    ["a chunk size that is no number", () => chunked("zz\r\nabc\r\n0\r\n\r\n")],
    ["a chunk size with a prefix", () => chunked("0x3\r\nabc\r\n0\r\n\r\n")],
    ["a chunk size beyond 64 bits", () => chunked("fffffffffffffffff\r\nabc\r\n0\r\n\r\n")],
    ["a chunk longer than its size", () => chunked("2\r\nabc\r\n0\r\n\r\n")],
    ["a chunk line without CR", () => chunked("3\nabc\n0\n\n")],
    ["chunked not last", () => `${head()}Transfer-Encoding: chunked, gzip\r\n\r\n0\r\n\r\n`],
    ["a header folded over two lines", () => `${head()}X: a\r\n b\r\n\r\n`],
    ["a header folded with a tab", () => `${head()}X: a\r\n\tb\r\n\r\n`],
    ["a folded Transfer-Encoding", () => `${head()}Transfer-Encoding:\r\n chunked\r\n\r\n0\r\n\r\n`],
    ["CR in a value", () => `${head()}X: a\rb\r\n\r\n`],
    ["LF in a value", () => `${head()}X: a\nY: b\r\n\r\n`],
    ["NUL in a value", () => `${head()}X: a\0b\r\n\r\n`],
    ["a space before the colon", () => `${head()}X : a\r\n\r\n`],
    ["a header without a name", () => `${head()}: a\r\n\r\n`],
    ["lines without CR", () => `POST /x HTTP/1.1\nHost: 127.0.0.1:${door.port}\n\n`],
    ["a space in the target", () => `GET /a b HTTP/1.1\r\nHost: 127.0.0.1:${door.port}\r\n\r\n`],
    ["an unknown method", () => `FOO /x HTTP/1.1\r\nHost: 127.0.0.1:${door.port}\r\n\r\n`],
    ["a TLS handshake", () => "\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03"],
    ["the preface of HTTP/2", () => "PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n"],
    ["CONNECT", () => `CONNECT example.com:443 HTTP/1.1\r\nHost: 127.0.0.1:${door.port}\r\n\r\n`],
  ];

  it.each(rows)("is answered 400 and closed: %s", async (_name, bytes) => {
    const answer = problem(await exchange(door.port, bytes()));
    expect(answer).toMatchObject({
      status: 400,
      code: "gateway.invalid_request",
      media: "application/problem+json",
      requestId: expect.stringMatching(/^[\w-]{8,}$/),
      type: "urn:postern:error:gateway.invalid_request",
    });
    expect(answer.headers["x-request-id"]).toBe(answer.requestId);
    expect(answer.headers.connection).toBe("close");
  });

  it("is treated the same after an answered request", async () => {
    const client = open(door.port, post(door.port, "abc"));
    await client.until('{"length":3}');
    client.socket.write(chunked("zz\r\n"));
    expect(await client.closed()).toMatch(/HTTP\/1\.1 200 [\s\S]*HTTP\/1\.1 400 /);
  });

  it("is answered 400 once if it interrupts a body that is being read", async () => {
    const client = open(door.port, chunked("3\r\nabc\r\n"));
    await expect.poll(() => gateway.seen.length).toBeGreaterThan(0);
    client.socket.write("nonsense\r\n");
    const text = await client.closed();
    expect(problem(text).status).toBe(400);
    expect(text.match(/HTTP\/1\.1 \d{3}/g)).toHaveLength(1);
  });
});

describe("a request that a web Request would not represent", () => {
  const rows: [name: string, bytes: () => string][] = [
    ["no Host", () => "GET / HTTP/1.1\r\nConnection: close\r\n\r\n"],
    ["HTTP/0.9", () => "GET /\r\n\r\n"],
    ["HTTP/2.0 on the request line", () => "GET / HTTP/2.0\r\nHost: a\r\nConnection: close\r\n\r\n"],
    ["two Host headers", () => post(door.port, "", "host: evil.example", "Connection: close")],
    ["the same Host twice", () => post(door.port, "", `HOST: 127.0.0.1:${door.port}`, "Connection: close")],
    [
      "two Authorization headers",
      () => post(door.port, "", "Authorization: a", "authorization: b", "Connection: close"),
    ],
    ["two Content-Types", () => post(door.port, "", "Content-Type: a/b", "content-type: c/d", "Connection: close")],
    ["two Origins", () => post(door.port, "", "Origin: null", "origin: null", "Connection: close")],
    ["an absolute target", () => post(door.port, "", "Connection: close").replace("/x", "http://evil.example/x")],
    ["an asterisk as target", () => post(door.port, "", "Connection: close").replace("POST /x", "OPTIONS *")],
    ["a fragment in the target", () => post(door.port, "", "Connection: close").replace("/x", "/x#y")],
    [
      "another coding than chunked",
      () => chunked("0\r\n\r\n", "Connection: close").replace("chunked", "gzip, chunked"),
    ],
    ["chunks in HTTP/1.0", () => chunked("0\r\n\r\n").replace("HTTP/1.1", "HTTP/1.0")],
    ["an unknown expectation", () => post(door.port, "", "Expect: miracles", "Connection: close")],
  ];

  it.each(rows)("is answered 400 before the gateway: %s", async (_name, bytes) => {
    const before = gateway.seen.length;
    const answer = problem(await exchange(door.port, bytes()));
    expect(answer).toMatchObject({ status: 400, code: "gateway.invalid_request", media: "application/problem+json" });
    expect(gateway.seen).toHaveLength(before);
  });

  it("keeps a valid X-Request-Id and replaces any other", async () => {
    const doubled = ["Authorization: a", "Authorization: b", "Connection: close"];
    const kept = problem(await exchange(door.port, post(door.port, "", "X-Request-Id: abc-1", ...doubled)));
    expect(kept).toMatchObject({ requestId: "abc-1", headers: { "x-request-id": "abc-1" } });
    const replaced = problem(await exchange(door.port, post(door.port, "", 'X-Request-Id: <b>"', ...doubled)));
    expect(replaced.requestId).toMatch(/^[\w-]{8,}$/);
  });
});

describe("a request that is too large", () => {
  const rows: [name: string, bytes: () => string][] = [
    ["17 KiB of headers", () => post(door.port, "", `X: ${"a".repeat(17 * 1024)}`)],
    ["a URL of 64 KiB", () => post(door.port).replace("/x", `/${"a".repeat(64 * 1024)}`)],
    ["2,000 headers", () => post(door.port, "", ...Array<string>(2_000).fill("a:b"), "Connection: close")],
    ["1,001 short headers", () => post(door.port, "", ...Array<string>(1_001).fill("a:"), "Connection: close")],
  ];

  it.each(rows)("is answered 431: %s", async (_name, bytes) => {
    const answer = problem(await exchange(door.port, bytes()));
    expect(answer).toMatchObject({ status: 431, code: "gateway.headers_too_large", media: "application/problem+json" });
  });

  it("is refused for a second Authorization after 900 other headers", async () => {
    const many = Array<string>(900).fill("a:b");
    const bytes = post(door.port, "", "Authorization: a", ...many, "Authorization: b", "Connection: close");
    expect(problem(await exchange(door.port, bytes)).status).toBe(400);
  });

  it("is answered 413 with a declared or chunked body over the limit, not at the limit", async () => {
    const declared = problem(await exchange(door.port, post(door.port, "a".repeat(1_001), "Connection: close")));
    expect(declared).toMatchObject({ status: 413, code: "gateway.body_too_large", limit: 1_000 });
    const piece = `1f5\r\n${"a".repeat(501)}\r\n`;
    const pieces = problem(await exchange(door.port, chunked(`${piece}${piece}0\r\n\r\n`, "Connection: close")));
    expect(pieces).toMatchObject({ status: 413, code: "gateway.body_too_large", limit: 1_000 });
    const most = parse(await exchange(door.port, post(door.port, "a".repeat(1_000), "Connection: close")));
    expect(most).toMatchObject({ status: 200, body: '{"length":1000}' });
  });

  it("lets a client that sends 8 MB and closes read the refusal", async () => {
    const answer = problem(await exchange(door.port, post(door.port, "a".repeat(8_000_000), "Connection: close")));
    expect(answer.status).toBe(413);
  });

  it("leaves its connection usable", async () => {
    const client = open(door.port, post(door.port, "a".repeat(200_000)));
    await client.until("gateway.body_too_large");
    client.socket.write(post(door.port, "abc", "Connection: close"));
    expect(await client.closed()).toContain('{"length":3}');
  });

  it("is cut off if the client continues to send a refused body", async () => {
    const client = open(door.port, `${head()}Content-Length: 9000000000\r\n\r\n`);
    const pour = setInterval(() => client.socket.write("a".repeat(10_000)), 10);
    expect(problem(await client.closed()).status).toBe(413);
    clearInterval(pour);
  });
});

it("answers pipelined requests in order", async () => {
  const bytes = [1, 2, 3].map((n) => post(door.port, "a".repeat(n))).join("");
  const client = open(door.port, bytes);
  const text = await client.until('{"length":3}');
  expect(text.match(/"length":\d/g)).toEqual(['"length":1', '"length":2', '"length":3']);
  client.socket.destroy();
});
