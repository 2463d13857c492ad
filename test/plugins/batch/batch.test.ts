import { beforeAll, describe, expect, it } from "vitest";
import { until } from "../../run/until.ts";
import { type Answer, serveBatch, servedBatch } from "./door.ts";

const add = (id: string, text: string, more: object = {}) => ({ id, operation: "notes.add", input: { text }, ...more });
const byId = (answers: readonly Answer[]) => Object.fromEntries(answers.map((answer) => [answer.id, answer]));
/** Without what differs between two calls. */
const alike = ({ requestId: _request, ...body }: Record<string, unknown>) => body;

describe("a request with several calls", () => {
  let fixture: Awaited<ReturnType<typeof serveBatch>>;
  beforeAll(async () => {
    fixture = await serveBatch();
    return fixture.close;
  });

  it("answers each line with the status and the body of a single call", async () => {
    const { open, admin } = fixture;
    const stream = open();
    stream.send(
      add("new", "new"),
      { id: "missing", operation: "notes.show", input: { id: "nothing" } },
      { id: "invalid", operation: "notes.add", input: { text: "", other: 1 } },
      { id: "page", operation: "notes.page" },
    );
    const answers = byId(await stream.end());
    expect((await stream.response).headers).toMatchObject({
      "content-type": "application/x-ndjson",
      "cache-control": "no-store",
      "x-request-id": expect.any(String),
    });
    expect(answers.new).toMatchObject({ status: 200, body: { note: { text: "new" } } });
    for (const [id, operation, input] of [
      ["missing", "notes.show", { id: "nothing" }],
      ["invalid", "notes.add", { text: "", other: 1 }],
    ] as const) {
      const { status, body } = await admin.post(operation, input);
      expect(answers[id]).toMatchObject({ status, body: alike(body) });
      expect(answers[id]?.body.line).toBeUndefined();
    }
    expect(answers.page).toMatchObject({ status: 200, body: { limit: 50 } });
  });

  it("answers bad lines with their number, and runs the others", async () => {
    const stream = fixture.open();
    stream.send(
      add("first", "one of several"),
      "{not json",
      "[1]",
      '{"id":"twice","id":"twice","operation":"notes.page"}',
      { operation: "notes.page" },
      { id: "", operation: "notes.page" },
      { id: "first", operation: "notes.page" },
      { id: "unknown", operation: "notes.nothing" },
      { id: "more", operation: "notes.page", more: 1 },
      { id: "long", operation: "notes.add", input: { text: "x".repeat(2 ** 20) } },
      { id: "list", operation: "notes.add", input: [] },
      { id: "execute", operation: "notes.remove", input: { id: "x", execute: true }, execute: true },
      { id: "key", operation: "notes.page", idempotencyKey: "not a key" },
      "",
      add("last", "last of several"),
    );
    const answers = await stream.end();
    const refused = answers
      .filter(({ status }) => status !== 200)
      .map(({ id, status, body: { code, line } }) => [line, id, status, code])
      .sort(([left], [right]) => left - right);
    expect(refused).toEqual([
      [2, null, 400, "batch.invalid_line"],
      [3, null, 400, "batch.invalid_line"],
      [4, null, 400, "batch.invalid_line"],
      [5, null, 400, "gateway.invalid_input"],
      [6, "", 400, "gateway.invalid_input"],
      [7, "first", 400, "gateway.invalid_input"],
      [8, "unknown", 404, "gateway.unknown_operation"],
      [9, "more", 400, "gateway.invalid_input"],
      [10, "long", 413, "gateway.body_too_large"],
      [11, "list", 400, "gateway.invalid_input"],
      [12, "execute", 400, "gateway.invalid_input"],
      [undefined, "key", 400, "gateway.invalid_request"],
    ]);
    expect(answers.find(({ id }) => id === "unknown")?.body.operation).toBe("notes.nothing");
    const done = answers.filter(({ status }) => status === 200).map(({ id }) => id);
    expect(done.sort()).toEqual(["first", "last"]);
  });

  it("skips a line that is longer than any body, and runs the next", async () => {
    const stream = fixture.open();
    stream.send(add("before", "before the long"));
    for (let part = 0; part < 20; part++) stream.request.write("x".repeat(2 ** 20));
    stream.send("", add("after", "after the long"));
    const answers = await stream.end();
    expect(answers.map(({ id, status, body }) => [id, status, body.line])).toEqual([
      ["before", 200, undefined],
      [null, 413, 2],
      ["after", 200, undefined],
    ]);
  });

  it("answers in the order in which the calls finish", async () => {
    const { open, gated } = fixture;
    const stream = open();
    const wait = (name: string) => ({ id: name, operation: "gated.wait", input: { name } });
    stream.send(wait("a"), wait("b"), wait("c"));
    await until(() => expect(gated.started).toEqual(expect.arrayContaining(["a", "b", "c"])));
    for (const [at, name] of ["c", "a", "b"].entries()) {
      gated.open(name);
      await until(() => expect(stream.answers).toHaveLength(at + 1));
    }
    expect((await stream.end()).map(({ id }) => id)).toEqual(["c", "a", "b"]);
  });

  it("answers a line while the client sends the next", async () => {
    const stream = fixture.open();
    for (let n = 0; n < 5; n++) {
      stream.send(add(`talk${n}`, `talk ${n}`));
      await until(() => expect(stream.answers).toHaveLength(n + 1));
    }
    await stream.end();
  });

  it("checks the scope of each line, and opens only with a key", async () => {
    const { client, open } = fixture;
    const reader = await client(["notes:read"]);
    const stream = open(reader.key);
    stream.send(
      add("no", "not allowed"),
      { id: "yes", operation: "notes.page" },
      { id: "raw", operation: "notes.hidden" },
    );
    const answers = byId(await stream.end());
    expect(answers.no).toMatchObject({ status: 403, body: { code: "gateway.forbidden", scope: "notes:write" } });
    expect(answers.raw?.status).toBe(403);
    expect(answers.yes?.status).toBe(200);
    const stranger = open("rctx_unknown");
    stranger.request.end();
    expect((await stranger.response).statusCode).toBe(401);
  });

  it.each([
    [{ "content-type": "application/json" }],
    [{ "content-type": "application/x-ndjson; charset=latin1" }],
    [{ "content-encoding": "gzip" }],
  ])("refuses a body with %o", async (headers) => {
    const stream = fixture.open(undefined, { headers });
    stream.request.end();
    expect((await stream.response).statusCode).toBe(415);
    await stream.closed;
  });

  it("shows plans, and executes where a line says so", async () => {
    const { open, admin } = fixture;
    const { note } = (await admin.post("notes.add", { text: "to be removed" })).body;
    const remove = (id: string, more: object) => ({ id, operation: "notes.remove", input: { id: note.id }, ...more });
    const stream = open();
    stream.send(remove("plan", {}), add("dry", "never", { dryRun: true }));
    await until(() => expect(stream.answers).toHaveLength(2));
    const { plan, dry } = byId(stream.answers);
    expect(plan?.body).toMatchObject({ dryRun: true, plan: { summary: `Remove note ${note.id}` } });
    expect(dry?.body).toMatchObject({ dryRun: true });
    stream.send(remove("stale", { execute: true, plan: "A".repeat(43) }));
    await until(() => expect(stream.answers).toHaveLength(3));
    stream.send(remove("done", { execute: true, plan: plan?.body.digest }));
    const answers = byId(await stream.end());
    expect(answers.stale).toMatchObject({ status: 412, body: { code: "gateway.plan_stale" } });
    expect(answers.done).toMatchObject({ status: 200, body: { removed: true } });
  });

  it("executes the plans of all lines that do not say it, with execute in the query", async () => {
    const { open, admin } = fixture;
    const idOf = async (text: string) => (await admin.post("notes.add", { text })).body.note.id;
    const remove = (id: string, note: string, more: object = {}) => ({
      ...{ id, operation: "notes.remove", input: { id: note } },
      ...more,
    });
    const stream = open(undefined, { query: "?execute=true" });
    stream.send(remove("all", await idOf("a")), remove("not", await idOf("b"), { execute: false }), add("plain", "c"));
    stream.send(remove("dry", await idOf("d"), { dryRun: true }));
    const answers = byId(await stream.end());
    expect(answers.all?.body).toEqual({ removed: true });
    expect([answers.not?.body.dryRun, answers.dry?.body.dryRun]).toEqual([true, true]);
    expect(answers.plain?.status).toBe(200);
    const wrong = open(undefined, { query: "?execute=yes" });
    wrong.request.end();
    expect((await wrong.response).statusCode).toBe(400);
  });

  it("repeats the first outcome for an idempotency key, as single calls do", async () => {
    const { open, admin } = fixture;
    const once = (id: string, text: string, key: string) => add(id, text, { idempotencyKey: key });
    const first = open();
    first.send(once("a", "once", "key-1"), once("b", "twice", "key-2"));
    const before = byId(await first.end());
    const second = open();
    second.send(once("a", "once", "key-1"), once("c", "other text", "key-2"));
    const after = byId(await second.end());
    expect(after.a?.body).toEqual(before.a?.body);
    expect(after.c).toMatchObject({ status: 409, body: { code: "gateway.idempotency_conflict" } });
    const single = await admin.post("notes.add", { text: "once" }, { "idempotency-key": "key-1" });
    expect(single.body).toEqual(before.a?.body);
  });

  it("records each call with its own request id", async () => {
    const { open, gateway } = fixture;
    const stream = open(undefined, { headers: { "x-request-id": "my-batch" } });
    stream.send(add("one", "recorded one"), add("two", ""));
    const answers = byId(await stream.end());
    expect(answers.two?.body.requestId).toBe("my-batch:2");
    const { journalView } = await import("@postern/core");
    const page = await gateway.service(journalView)?.read({ after: "0.0", limit: 1_000 });
    const requests = page?.events.map(({ data }) => (data as { requestId?: string }).requestId);
    expect(requests).toContain("my-batch:1");
  });

  it("leaves nothing behind when the client disconnects in the middle of a line", async () => {
    const { open, admin, gated } = fixture;
    const stream = open();
    stream.send({ id: "w", operation: "gated.wait", input: { name: "w" } }, add("whole", "whole line"));
    stream.request.write('{"id":"half","operation":"notes.add","input":{"text":"half a line"}}');
    await until(() => expect(stream.answers.map(({ id }) => id)).toContain("whole"));
    await until(() => expect(gated.started).toContain("w"));
    stream.request.destroy();
    await stream.closed;
    gated.open("w");
    await until(async () => {
      const { notes } = (await admin.post("notes.page", { limit: "500" })).body;
      expect(notes.map(({ text }: { text: string }) => text)).toContain("whole line");
      expect(notes.map(({ text }: { text: string }) => text)).not.toContain("half a line");
    });
  });
});

describe("a long stream", () => {
  it("refuses the lines after its key was revoked", async () => {
    const { open, client, gateway } = await servedBatch();
    const other = await client(["notes:write"]);
    const stream = open(other.key);
    stream.send(add("before", "before"));
    await until(() => expect(stream.answers).toHaveLength(1));
    await gateway.keys.revoke(other.contextId);
    stream.send(add("after", "after"), { id: "unknown", operation: "notes.nothing" });
    const { before, after, unknown } = byId(await stream.end());
    expect([before?.status, after?.status, unknown?.status]).toEqual([200, 401, 401]);
  });

  it("reads only as many lines as may be in flight", async () => {
    const { open, gated } = await servedBatch({ inFlight: "4" });
    const stream = open();
    for (let n = 0; n < 10; n++) stream.send({ id: `w${n}`, operation: "gated.wait", input: { name: `w${n}` } });
    await until(() => expect(gated.started).toHaveLength(4));
    gated.open("w2");
    await until(() => expect(gated.started).toEqual(["w0", "w1", "w2", "w3", "w4"]));
    await until(() => expect(stream.answers.map(({ id }) => id)).toEqual(["w2"]));
    expect(gated.started).toHaveLength(5);
    for (let n = 0; n < 10; n++) gated.open(`w${n}`);
    expect(await stream.end()).toHaveLength(10);
  });

  it("stops reading while the client does not read, and continues when it does", async () => {
    const { open, gated } = await servedBatch({ inFlight: "8" });
    const stream = open(undefined, { read: false });
    const lines = 2_000;
    let sent = 0;
    // The request is larger than what all buffers between the two hold.
    const pad = "p".repeat(5_000);
    const feed = () => {
      while (sent < lines) {
        const name = `large ${sent++} ${pad}`.slice(0, 5_000);
        if (!stream.send({ id: `l${sent}`, operation: "gated.large", input: { name } })) return;
      }
      stream.request.end();
    };
    stream.request.on("drain", feed);
    feed();
    const response = await stream.response;
    let seen = -1;
    await until(() => {
      const before = seen;
      seen = gated.started.length;
      expect(seen).toBeGreaterThan(8);
      expect(seen).toBe(before);
    });
    // 1 MiB waits in the gateway, and the rest in the sockets.
    expect(seen).toBeLessThan(400);
    expect(sent).toBeLessThan(lines);
    let bytes = 0;
    for await (const part of response) bytes += (part as Buffer).length;
    expect(gated.started).toHaveLength(lines);
    expect(bytes).toBeGreaterThan(lines * 100_000);
  });

  it("outlasts the time limit for receiving a request", async () => {
    const { open } = await servedBatch({}, { limits: { bodyTimeout: 400 } });
    const stream = open();
    const began = performance.now();
    let sent = 0;
    do {
      stream.send(add(`s${sent}`, `slow ${sent}`));
      sent++;
      await until(() => expect(stream.answers).toHaveLength(sent));
    } while (performance.now() - began < 1_500);
    expect((await stream.end()).every(({ status }) => status === 200)).toBe(true);
  });

  it("ends if nothing arrives for too long", async () => {
    const { open } = await servedBatch({ idle: "1" });
    const stream = open();
    stream.send(add("one", "one"));
    await stream.closed;
    expect(stream.answers.map(({ id, status }) => [id, status])).toEqual([
      ["one", 200],
      [null, 408],
    ]);
    expect(stream.answers[1]?.body).toMatchObject({ code: "batch.stream_idle", line: 2 });
  });

  it("counts the open streams", async () => {
    const { open } = await servedBatch({ streams: "1" });
    const first = open();
    first.send(add("one", "one"));
    await until(() => expect(first.answers).toHaveLength(1));
    const second = open();
    second.send(add("two", "two"));
    expect((await second.response).statusCode).toBe(503);
    await first.end();
    const third = open();
    third.send(add("three", "three"));
    expect(await third.end()).toHaveLength(1);
  });

  it.each(["server", "gateway"])("ends with the first line that was not run when the %s stops", async (what) => {
    const { open, door, gateway, gated } = await servedBatch({ inFlight: "2" });
    const stream = open();
    const wait = (name: string) => ({ id: name, operation: "gated.wait", input: { name } });
    stream.send(wait("a"), wait("b"), wait("c"));
    await until(() => expect(gated.started).toEqual(["a", "b"]));
    const stopping = what === "server" ? door.close() : gateway.stop();
    for (const name of ["c", "a", "b"]) gated.open(name);
    await stream.closed;
    await stopping;
    const last = stream.answers.at(-1);
    expect(last).toMatchObject({ id: null, status: 503, body: { code: "gateway.unavailable", state: "stopping" } });
    const done = stream.answers.slice(0, -1).map(({ id }) => id);
    expect(last?.body.line).toBe(done.length + 1);
    expect(done).toEqual(expect.arrayContaining(["a", "b"]));
  });
});
