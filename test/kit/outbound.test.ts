import { lookup } from "node:dns";
import { readFileSync } from "node:fs";
import { createServer, type IncomingMessage, type RequestListener } from "node:http";
import { createServer as createSecureServer } from "node:https";
import { type AddressInfo, createServer as createTcpServer, type Server, type Socket } from "node:net";
import {
  anyHost,
  boundedFetch,
  failureOf,
  openConnections,
  parseRetryAfter,
  publicHosts,
  readBytes,
  request,
} from "@postern/kit/outbound";
import { describe, expect, it, onTestFinished } from "vitest";
import { until } from "../run/until.ts";

const fixture = (name: string) => readFileSync(new URL(`../plugins/hooks/fixtures/${name}`, import.meta.url));

/** A server with the requests it received and its open sockets. */
async function listen(server: Server, host = "127.0.0.1") {
  const heard: IncomingMessage[] = [];
  const sockets = new Set<Socket>();
  let connections = 0;
  server.prependListener("request", (request: IncomingMessage) => heard.push(request));
  server.on("connection", (socket: Socket) => {
    connections++;
    sockets.add(socket.on("close", () => sockets.delete(socket)));
  });
  await new Promise<void>((resolve) => server.listen(0, host, resolve));
  onTestFinished(() => {
    for (const socket of sockets) socket.destroy();
    server.close();
  });
  const { port } = server.address() as AddressInfo;
  return { heard, sockets, port, connections: () => connections, url: `http://127.0.0.1:${port}/` };
}
const serve = (respond: RequestListener, host?: string) => listen(createServer(respond), host);

/** Resolves every name to these addresses, one list per call. */
function resolvesTo(...times: readonly string[][]) {
  let asked = 0;
  const resolve: typeof lookup = Object.assign(
    (_name: string, _options: unknown, done: (error: null, found: object[]) => void) => {
      const addresses = times[Math.min(asked++, times.length - 1)] ?? [];
      done(
        null,
        addresses.map((address) => ({ address, family: address.includes(":") ? 6 : 4 })),
      );
    },
    lookup,
  );
  return { resolve, asked: () => asked };
}

const textOf = async (answer: { chunks: AsyncIterable<Uint8Array> }) => String(await readBytes(answer.chunks));

describe("a request", () => {
  it("sends method, headers and body, and streams the answer", async () => {
    const server = await serve(async (incoming, response) => {
      const parts: Buffer[] = [];
      for await (const part of incoming) parts.push(part as Buffer);
      response.writeHead(207, { "x-one": "1", etag: '"a"' }).end(`${incoming.method} ${Buffer.concat(parts)}`);
    });
    const answer = await request(`${server.url}path?x=1`, {
      to: anyHost,
      method: "PROPFIND",
      headers: { depth: "1" },
      body: "grüße",
    });
    expect(answer).toMatchObject({ status: 207, headers: { "x-one": "1", etag: '"a"' }, url: `${server.url}path?x=1` });
    expect(await textOf(answer)).toBe("PROPFIND grüße");
    expect(server.heard[0]).toMatchObject({ url: "/path?x=1", headers: { depth: "1", "content-length": "7" } });
    await until(() => expect(server.sockets.size).toBe(0));
  });

  it("closes its connection if the body is discarded or no longer read", async () => {
    const server = await serve((_incoming, response) => void response.write("so far"));
    const one = await request(server.url, { to: anyHost });
    one.discard();
    const other = await request(server.url, { to: anyHost });
    for await (const chunk of other.chunks) if (String(chunk) === "so far") break;
    await until(() => expect(server.sockets.size).toBe(0));
    expect(server.heard).toHaveLength(2);
  });

  it("reuses a kept connection, and closes it on demand", async () => {
    const server = await serve((_incoming, response) => response.end("well"));
    const to = openConnections(anyHost, { keep: 1 });
    for (let time = 0; time < 3; time++) expect(await textOf(await request(server.url, { to }))).toBe("well");
    expect(server.connections()).toBe(1);
    to.close();
    await until(() => expect(server.sockets.size).toBe(0));
    await expect(request(server.url, { to })).rejects.toThrow();
  });
});

describe("the address of a request", () => {
  it.each([
    "http://127.0.0.1:1/",
    "http://[::1]:1/",
    "http://2130706433:1/",
    "http://10.0.0.1/",
    "http://localhost:1/",
  ])("is refused as %s if only public hosts are allowed", async (url) => {
    const sent = request(url, { to: publicHosts(false) });
    await expect(sent).rejects.toMatchObject({ kind: "blocked", isFinal: true, isUnsent: true });
  });

  it("is refused if a public host name resolves to a private address of either family", async () => {
    const server = await serve((_incoming, response) => response.end());
    for (const addresses of [["127.0.0.1"], ["::1"], ["1.1.1.1", "127.0.0.1"], ["::ffff:127.0.0.1"]]) {
      const to = openConnections(publicHosts(false), resolvesTo(addresses));
      const failed = request(`http://rebinding.example:${server.port}/`, { to });
      await expect(failed).rejects.toThrow(
        "Requests to rebinding.example are not allowed: its address is private or reserved",
      );
    }
    expect(server.connections()).toBe(0);
  });

  it("is resolved once per connection, which uses the checked address", async () => {
    const server = await serve((_incoming, response) => response.end());
    const names = resolvesTo(["127.0.0.1"], ["127.0.0.2"]);
    const to = openConnections(publicHosts(true), names);
    const answer = await request(`http://rebinding.example:${server.port}/`, { to });
    expect([answer.status, names.asked()]).toEqual([200, 1]);
    expect(server.heard[0]?.headers.host).toBe(`rebinding.example:${server.port}`);
  });

  it("may be IPv6, or of the other family if the first one does not answer", async () => {
    const server = await serve((_incoming, response) => response.end("six"), "::1");
    for (const addresses of [["::1"], ["127.0.0.1", "::1"]]) {
      const to = openConnections(anyHost, resolvesTo(addresses));
      expect(await textOf(await request(`http://both.example:${server.port}/`, { to }))).toBe("six");
    }
    expect(await textOf(await request(`http://[::1]:${server.port}/`, { to: publicHosts(true) }))).toBe("six");
  });
});

describe("the limits of a request", () => {
  it("end it if the answer is not complete in time", async () => {
    const server = await serve((_incoming, response) => void response.write("so far"));
    const answer = await request(server.url, { to: anyHost, timeout: 200 });
    await expect(readBytes(answer.chunks)).rejects.toMatchObject({
      kind: "timeout",
      message: `No complete answer from 127.0.0.1:${server.port} within 200 ms`,
    });
    await until(() => expect(server.sockets.size).toBe(0));
  });

  it.each([
    ["headers", () => {}],
    ["body", (_incoming, response) => void response.write("so far")],
  ] as [string, RequestListener][])("end it if no data of the %s arrives for too long", async (_what, respond) => {
    const server = await serve(respond);
    const sent = request(server.url, { to: anyHost, idle: 200 }).then((answer) => readBytes(answer.chunks));
    await expect(sent).rejects.toMatchObject({
      kind: "timeout",
      message: `No data from 127.0.0.1:${server.port} for 200 ms`,
    });
    await until(() => expect(server.sockets.size).toBe(0));
  });

  it("do not end it if the reader is slow", async () => {
    const server = await serve((_incoming, response) => void response.end(Buffer.alloc(4 * 2 ** 20)));
    const answer = await request(server.url, { to: anyHost, idle: 150 });
    let size = 0;
    for await (const chunk of answer.chunks) {
      // The slow reader under test: it waits four times as long as the limit.
      if (size === 0) await new Promise((resolve) => setTimeout(resolve, 600));
      size += chunk.byteLength;
    }
    expect(size).toBe(4 * 2 ** 20);
  });

  it("end it if the answer is too large", async () => {
    const server = await serve((_incoming, response) => void response.end(Buffer.alloc(2_000)));
    const answer = await request(server.url, { to: anyHost, mostBytes: 1_999 });
    await expect(readBytes(answer.chunks)).rejects.toMatchObject({ kind: "too_large" });
    const fits = await request(server.url, { to: anyHost, mostBytes: 2_000 });
    expect(await readBytes(fits.chunks)).toHaveLength(2_000);
  });

  it("include a signal, whose reason is thrown before and during the answer", async () => {
    const server = await serve((incoming, response) => {
      if (incoming.url === "/body") response.write("so far");
    });
    const reason = new Error("no longer wanted");
    const aborted = request(server.url, { to: anyHost, signal: AbortSignal.abort(reason) });
    await expect(aborted).rejects.toBe(reason);
    expect(server.connections()).toBe(0);
    const [before, within] = [new AbortController(), new AbortController()];
    const sent = request(server.url, { to: anyHost, signal: before.signal });
    const answer = await request(`${server.url}body`, { to: anyHost, signal: within.signal });
    const body = readBytes(answer.chunks);
    await until(() => expect(server.heard).toHaveLength(2));
    before.abort(reason);
    within.abort(reason);
    await expect(sent).rejects.toBe(reason);
    await expect(body).rejects.toBe(reason);
    await until(() => expect(server.sockets.size).toBe(0));
  });

  it("include the signal of a fetch, also while a streamed body is read", async () => {
    const server = await serve((_incoming, response) => {
      response.write("first");
      const timer = setInterval(() => response.write("more"), 5);
      response.on("close", () => clearInterval(timer));
    });
    const fetch = boundedFetch({ to: anyHost, timeout: 60_000, idle: 60_000, mostBytes: 1_000_000 });
    const ending = new AbortController();
    const { body } = await fetch(server.url, { signal: ending.signal });
    const reader = body?.getReader();
    await reader?.read();
    const reading = (async () => {
      while (!(await reader?.read())?.done);
    })();
    ending.abort(new Error("Nobody reads"));
    await expect(reading).rejects.toThrow("Nobody reads");
    await until(() => expect(server.sockets.size).toBe(0));
  });

  it("end a connection that is not yet established", async () => {
    const server = await listen(createTcpServer((socket) => void socket.resume()));
    const sent = request(`https://127.0.0.1:${server.port}/`, { to: anyHost, timeout: 200 });
    await expect(sent).rejects.toMatchObject({ kind: "timeout" });
    await until(() => expect([server.connections(), server.sockets.size]).toEqual([1, 0]));
    const to = openConnections(anyHost, { keep: 1 });
    const kept = request(`https://127.0.0.1:${server.port}/`, { to });
    await until(() => expect(server.sockets.size).toBe(1));
    to.close();
    await expect(kept).rejects.toThrow();
    await until(() => expect(server.sockets.size).toBe(0));
  });
});

describe("a redirect", () => {
  const secrets = { authorization: "Bearer key", cookie: "a=b", "x-other": "kept" };

  it("is the answer, unless it is to be followed", async () => {
    const server = await serve((_incoming, response) => void response.writeHead(302, { location: "/next" }).end());
    expect(await request(server.url, { to: anyHost })).toMatchObject({ status: 302, headers: { location: "/next" } });
    expect(server.heard).toHaveLength(1);
  });

  it("does not send secrets to another origin", async () => {
    const other = await serve((_incoming, response) => response.end("there"));
    const server = await serve((incoming, response) => {
      const location = incoming.url === "/" ? "/here" : `http://localhost:${other.port}/`;
      response.writeHead(307, { location }).end();
    });
    const answer = await request(server.url, { to: anyHost, headers: secrets, redirects: 2 });
    expect([answer.url, await textOf(answer)]).toEqual([`http://localhost:${other.port}/`, "there"]);
    expect(server.heard.map(({ headers }) => headers.authorization)).toEqual(["Bearer key", "Bearer key"]);
    expect(other.heard[0]?.headers).toMatchObject({ "x-other": "kept" });
    expect(other.heard[0]?.headers).not.toHaveProperty("authorization");
    expect(other.heard[0]?.headers).not.toHaveProperty("cookie");
  });

  it("is followed within the allowed origins, up to the limit", async () => {
    const server = await serve((_incoming, response) => void response.writeHead(301, { location: "/" }).end());
    const { origin } = new URL(server.url);
    const asked = { to: anyHost, method: "REPORT", redirects: 2, origins: [origin] };
    await expect(request(server.url, asked)).rejects.toMatchObject({ kind: "redirected" });
    expect(server.heard).toHaveLength(3);
    const elsewhere = request(server.url, { ...asked, origins: ["https://example.com"] });
    await expect(elsewhere).rejects.toMatchObject({ kind: "other_origin", isUnsent: true });
  });

  it("cannot lead to a host that is not allowed", async () => {
    const server = await serve((_incoming, response) => {
      response.writeHead(307, { location: "http://169.254.169.254/latest" }).end();
    });
    const sent = request(server.url, { to: publicHosts(true), redirects: 1 });
    await expect(sent).rejects.toMatchObject({ kind: "blocked", isFinal: true });
  });
});

describe("a failed request says what is wrong, with the host,", () => {
  it("if the connection is refused", async () => {
    const closed = await serve(() => {});
    const { port } = closed;
    const free = createTcpServer();
    const { port: unused } = await listen(free);
    await new Promise((resolve) => free.close(resolve));
    expect(port).not.toBe(unused);
    await expect(request(`http://127.0.0.1:${unused}/`, { to: anyHost })).rejects.toMatchObject({
      kind: "unreachable",
      code: "ECONNREFUSED",
      isUnsent: true,
      message: `Connection refused by 127.0.0.1:${unused} (ECONNREFUSED)`,
    });
  });

  it("if the certificate is self-signed", async () => {
    const tls = { key: fixture("key.pem"), cert: fixture("certificate.pem") };
    const { port, heard } = await listen(createSecureServer(tls));
    await expect(request(`https://127.0.0.1:${port}/`, { to: anyHost })).rejects.toMatchObject({
      code: "DEPTH_ZERO_SELF_SIGNED_CERT",
      isUnsent: true,
      message: `Certificate of 127.0.0.1:${port} is self-signed (DEPTH_ZERO_SELF_SIGNED_CERT)`,
    });
    expect(heard).toEqual([]);
  });

  it("if the server does not use TLS", async () => {
    const { port } = await serve((_incoming, response) => response.end());
    await expect(request(`https://127.0.0.1:${port}/`, { to: anyHost })).rejects.toThrow(
      `127.0.0.1:${port} does not use TLS on this port`,
    );
  });

  it("if the connection is closed before or during the answer", async () => {
    const server = await serve((incoming, response) => {
      const length = incoming.url === "/long" ? { "content-length": "1000" } : {};
      if (incoming.url !== "/") response.writeHead(200, length).write("half");
      setTimeout(() => response.destroy(), 20);
    });
    const cut = {
      kind: "cut_off",
      code: "ECONNRESET",
      isUnsent: false,
      message: `Connection closed by 127.0.0.1:${server.port} before the answer was complete (ECONNRESET)`,
    };
    await expect(request(server.url, { to: anyHost })).rejects.toMatchObject(cut);
    for (const path of ["long", "chunked"]) {
      const answer = await request(server.url + path, { to: anyHost });
      await expect(readBytes(answer.chunks)).rejects.toMatchObject(cut);
    }
  });

  it("if the answer is not HTTP", async () => {
    const { port } = await listen(createTcpServer((socket) => void socket.write("SSH-2.0-OpenSSH\r\n")));
    await expect(request(`http://127.0.0.1:${port}/`, { to: anyHost })).rejects.toMatchObject({
      kind: "unreachable",
      isUnsent: false,
      message: `127.0.0.1:${port} did not answer with valid HTTP (HPE_INVALID)`,
    });
  });

  it.each([
    ["ENOTFOUND", "unreachable", "Host example.com not found (ENOTFOUND)", true],
    ["EAI_AGAIN", "unreachable", "Host name example.com could not be resolved (EAI_AGAIN)", true],
    ["EHOSTUNREACH", "unreachable", "No route to example.com (EHOSTUNREACH)", true],
    ["ETIMEDOUT", "timeout", "Connection to example.com timed out (ETIMEDOUT)", false],
    ["UND_ERR_CONNECT_TIMEOUT", "timeout", "Connection to example.com timed out (ETIMEDOUT)", true],
    ["EPIPE", "cut_off", "Connection closed by example.com before the answer was complete (EPIPE)", false],
    ["CERT_HAS_EXPIRED", "unreachable", "Certificate of example.com has expired (CERT_HAS_EXPIRED)", true],
    ["EWHATEVER", "unreachable", "Connection to example.com failed (EWHATEVER)", false],
  ])("for %s", (code, kind, message, isUnsent) => {
    const error = Object.assign(new Error("connect 10.1.2.3:443"), { code });
    expect(failureOf(error, "example.com")).toMatchObject({ kind, message, isUnsent });
  });
});

describe("the delay requested by a Retry-After header", () => {
  const now = Date.parse("2026-11-21T06:00:00Z");
  it.each([
    ["0", 0],
    ["120", 120_000],
    [" 120 ", 120_000],
    ["86401", 86_400_000],
    ["Sat, 21 Nov 2026 06:02:00 GMT", 120_000],
    ["Sat, 21 Nov 2026 05:00:00 GMT", 0],
    ["Tue, 01 Jan 2036 00:00:00 GMT", 86_400_000],
    ["2026", 2_026_000],
    ["2026-11-21", undefined],
    ["soon", undefined],
    ["-5", undefined],
    ["", undefined],
    [undefined, undefined],
  ])("%j is %s ms", (header, wait) => {
    expect(parseRetryAfter(header, now)).toBe(wait);
  });
});
