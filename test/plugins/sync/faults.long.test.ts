import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import { encodeKey } from "@postern/core/storage";
import memory from "@postern/storage-memory";
import { describe, expect, it, onTestFinished } from "vitest";
import { links } from "../../../plugins/sync/src/collections.ts";
import { until } from "../../run/until.ts";
import { openLinked, openSide, type Side } from "./gateway.ts";

const SITE = "site_0123456789abcdef01234567";
const KEY = "rctx_this-is-the-key-of-the-other-gateway";
const hello = { site: SITE, newest: "1", domains: ["notes"], pages: [] };

type Answer = (request: IncomingMessage, response: ServerResponse, body: string) => void;
const json =
  (body: unknown, status = 200, headers = {}): Answer =>
  (_request, response) =>
    void response.writeHead(status, { "content-type": "application/json", ...headers }).end(JSON.stringify(body));

/** A gateway with responses chosen by the test, which never responds to waits. */
async function openOther() {
  let answer: Answer = json(hello);
  const heard: { url: string; authorization: string | undefined; at: number }[] = [];
  const server = createServer((request, response) => {
    const { url = "", headers } = request;
    let body = "";
    request
      .on("data", (chunk) => (body += chunk))
      .on("end", () => {
        heard.push({ url, authorization: headers.authorization, at: Date.now() });
        if (url.startsWith("/api/v1/sync/wait") && answer === steady) return;
        answer(request, response, body);
      });
  });
  const steady = answer;
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  return {
    url: `http://127.0.0.1:${(server.address() as { port: number }).port}`,
    heard,
    steady: () => {
      answer = steady;
    },
    answers(next: Answer) {
      answer = next;
      server.closeAllConnections();
    },
  };
}

/** Opens a gateway that is linked to the other one and waits for its changes. */
async function openAgainst(
  other: Awaited<ReturnType<typeof openOther>>,
  timeout?: number,
  storage = memory(),
): Promise<Side> {
  const side = await openSide({ storage, ...(timeout !== undefined && { timeout }) });
  await side.enable();
  await side.post("credentials.connections.create", { provider: "postern", connection: "other", secret: KEY });
  await side.post("sync.link", { consoleUrl: `${other.url}/api/v1/`, connection: "other", execute: true });
  await until(async () => expect(stateOf(side)).toBe("running"));
  await until(() => expect(other.heard.some(({ url }) => url.startsWith("/api/v1/sync/wait"))).toBe(true));
  return side;
}
const stateOf = ({ received }: Side) =>
  (received.filter(({ type }) => type === "sync.link.changed").at(-1)?.data as { link: { state: string } } | undefined)
    ?.link.state;

describe("another gateway that answers", () => {
  it.each<[string, Answer, RegExp]>([
    ["401", json({ code: "gateway.unauthenticated", detail: KEY }, 401), /does not know the key.*401/],
    ["403", json({ code: "gateway.forbidden", scope: "sync:exchange" }, 403), /lacks the scope sync:exchange/],
    ["403 for the host", json({ code: "gateway.forbidden_host" }, 403), /its setting `hosts`/],
    ["404", json({ code: "gateway.unknown_operation" }, 404), /no gateway with sync at this address/],
    ["410", json({ detail: KEY }, 410), /it answers 410/],
    ["429", json({}, 429, { "retry-after": "1" }), /asks to retry later \(429\)/],
    ["500", json({ detail: `a secret: ${KEY}` }, 500), /it failed \(500\)/],
    ["302", json({}, 302, { location: "http://127.0.0.1:1/" }), /redirects to another address \(302\)/],
    ["that sync is not enabled", json({ code: "sync.off" }, 409), /postern sync enable/],
    ["no JSON", (_request, response) => void response.end("<html>Hello</html>"), /is not JSON/],
    ["other JSON", json({ hello: "world" }), /does not come from a gateway with sync/],
    ["null", json(null), /does not come from a gateway with sync/],
    [
      "a truncated response",
      (_request, response) => {
        response.writeHead(200, { "content-length": "1000" }).write("{");
        setTimeout(() => response.destroy(), 20);
      },
      /closed by/,
    ],
    [
      "a response that is too large",
      (_request, response) => void response.end(Buffer.alloc(17 * 2 ** 20, 32)),
      /larger than 16777216/,
    ],
    [
      "records that were not requested",
      json({
        ...hello,
        pages: [{ domain: "notes", kind: "other", cursor: "1.1", more: false, records: [] }],
      }),
      /does not match the request/,
    ],
  ])("%s reports the reason in its status and continues afterwards", async (_what, answer, reason) => {
    const other = await openOther();
    const side = await openAgainst(other);
    other.answers(answer);
    await until(async () => expect((await side.status()).lastError).toMatch(reason));
    expect(stateOf(side)).toBe("waiting");
    const shown = JSON.stringify([await side.status(), side.received, side.logged]);
    expect(shown).not.toContain(KEY);
    expect(other.heard.every(({ authorization }) => authorization === `Bearer ${KEY}`)).toBe(true);
    other.steady();
    await side.post("sync.run", { execute: true });
    await until(() => expect(stateOf(side)).toBe("running"));
  });

  it("from another store stops the link until a person restarts it", async () => {
    const other = await openOther();
    const store = memory();
    let looks = 0;
    const getItem = (key: string) => {
      if (key === encodeKey([links.name, "link"])) looks++;
      return store.getItem(key, {}) as string | null;
    };
    const side = await openAgainst(other, undefined, { ...store, getItem });
    other.answers(json({ ...hello, site: "site_ffffffffffffffffffffffff" }));
    await until(() => expect(stateOf(side)).toBe("stopped"));
    expect((await side.status()).lastError).toMatch(/another gateway answers/);
    expect((await side.post("service.status")).problems).toContainEqual({
      check: "sync.stopped",
      severity: "error",
      message: expect.stringMatching(/^No records are exchanged with http:.* since 20.*: .*another gateway answers/),
      fix: "postern sync status",
    });
    const count = other.heard.length;
    const before = looks;
    // After a commit, the link is read to decide whether an exchange starts.
    await until(async () => {
      await side.note("tea", `${looks}`);
      expect(looks).toBeGreaterThan(before + 5);
    });
    expect(stateOf(side)).toBe("stopped");
    expect(other.heard).toHaveLength(count);
    await side.post("sync.unlink", { execute: true });
    expect(await side.status()).toMatchObject({ linked: false, cursors: [] });
  });

  it("waits immediately without a change is asked again after a second", async () => {
    const other = await openOther();
    const side = await openAgainst(other);
    const from = other.heard.length;
    other.answers(json({ ...hello }));
    const waits = () => other.heard.slice(from).filter(({ url }) => url.startsWith("/api/v1/sync/wait"));
    await until(() => expect(waits().length).toBeGreaterThan(2));
    const [first, second, third] = waits().slice(-3);
    expect((third?.at ?? 0) - (first?.at ?? 0)).toBeGreaterThan(1_900);
    expect((second?.at ?? 0) - (first?.at ?? 0)).toBeGreaterThan(900);
    other.answers(json({ ...hello, site: "site_ffffffffffffffffffffffff" }));
    await until(() => expect(stateOf(side)).toBe("stopped"));
  });

  it("nothing at all times out and is asked again", async () => {
    const other = await openOther();
    const side = await openAgainst(other, 500);
    other.answers(() => {});
    await side.note("tea", "x");
    await until(async () =>
      expect((await side.status()).lastError).toMatch(/No complete answer from .* within 500 ms/),
    );
    other.steady();
    await until(() => expect(stateOf(side)).toBe("running"));
  });

  it("429 is asked again after the time in Retry-After", async () => {
    const other = await openOther();
    const side = await openAgainst(other);
    other.answers(json({}, 429, { "retry-after": "3" }));
    await until(async () => expect((await side.status()).lastError).toMatch(/asks to retry later \(429\)/));
    const from = other.heard.length;
    await until(() => expect(other.heard.length).toBeGreaterThan(from));
    expect((other.heard[from]?.at ?? 0) - (other.heard[from - 1]?.at ?? 0)).toBeGreaterThan(2_500);
  });
});

describe("a link", () => {
  it("is refused without a reachable gateway or key, to itself, twice or without TLS", async () => {
    const { a, b } = await openLinked();
    const link = (side: Side, body: object) => side.admin.post("sync.link", { execute: true, ...body });
    expect(await link(a, { consoleUrl: b.url, connection: "other" })).toMatchObject({
      status: 409,
      body: { code: "sync.already_linked", fix: "postern sync unlink" },
    });
    expect(await link(b, { consoleUrl: b.url, connection: "nobody" })).toMatchObject({
      status: 404,
      body: { code: "sync.connection_not_found" },
    });
    const { key } = await b.client(["sync:exchange"]);
    await b.post("credentials.connections.create", {
      provider: "postern",
      connection: "own",
      secret: key,
      hosts: ["127.0.0.1"],
    });
    expect(await link(b, { consoleUrl: b.url, connection: "own" })).toMatchObject({
      status: 409,
      body: { code: "sync.same_gateway" },
    });
    expect(await link(b, { consoleUrl: "http://127.0.0.1:9", connection: "own" })).toMatchObject({
      status: 409,
      body: { code: "sync.other_unreachable", reason: expect.stringContaining("Connection refused") },
    });
    const weak = await a.client(["notes:read"]);
    await b.post("credentials.connections.create", { provider: "postern", connection: "weak", secret: weak.key });
    expect(await link(b, { consoleUrl: a.url, connection: "weak" })).toMatchObject({
      status: 409,
      body: { reason: expect.stringContaining("sync:exchange") },
    });
    for (const consoleUrl of [
      "http://93.184.215.14",
      "ftp://127.0.0.1",
      "http://me:word@127.0.0.1",
      "http://127.0.0.1/?key=1",
      "gateway",
    ])
      expect(await link(b, { consoleUrl, connection: "own" }), consoleUrl).toMatchObject({
        status: 400,
        body: { issues: [{ path: "/consoleUrl" }] },
      });
    expect((await b.admin.post("sync.enable", { domains: ["nothing"] })).body).toMatchObject({
      code: "gateway.invalid_input",
      issues: [{ path: "/domains/0", message: "must be one of notes" }],
    });
    expect(await b.admin.post("sync.unlink", { execute: true })).toMatchObject({ status: 409 });
  });

  it("shows the target in its plan without contacting it", async () => {
    const other = await openOther();
    const side = await openSide();
    await side.post("credentials.connections.create", { provider: "postern", connection: "other", secret: KEY });
    expect((await side.post("sync.link", { consoleUrl: other.url, connection: "other" })).plan).toMatchObject({
      summary: `Link the gateway at ${other.url}`,
      effects: [expect.stringContaining(new URL(other.url).host)],
    });
    expect(other.heard).toEqual([]);
  });

  it("accepts requests only with a key that has sync:exchange", async () => {
    const { b } = await openLinked();
    for (const [scopes, status] of [
      [["sync:exchange"], 200],
      [["sync:write", "notes:write"], 403],
    ] as const) {
      const client = await b.client(scopes);
      expect((await client.post("sync.pull", { site: "", from: [] })).status).toBe(status);
      expect((await client.post("sync.push", { site: SITE, records: [] })).status).toBe(status);
      expect((await client.send("/api/v1/sync/wait?after=0")).status).toBe(status);
      expect((await client.post("sync.conflicts.show", { id: `conflict_${"0".repeat(24)}` })).status).toBe(
        status === 200 ? 404 : 403,
      );
    }
  });
});
