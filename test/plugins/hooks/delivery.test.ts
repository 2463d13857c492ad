import { describe, expect, it } from "vitest";
import { until } from "../../run/until.ts";
import { openGateway } from "./gateway.ts";
import { certified, isSigned, startReceiver } from "./receiver.ts";

describe("an event that matches a hook", () => {
  it("is posted as a CloudEvent with a Standard Webhooks signature", async () => {
    const [fixture, target] = [await openGateway(), await startReceiver()];
    const { hook, secret } = await fixture.hook(target.url);
    const chatId = await fixture.happen("Release");
    const [request] = await target.got(1);
    const delivery = await fixture.sees(hook.id, { status: "done" });
    expect(request?.method).toBe("POST");
    expect(request?.path).toBe("/events");
    expect(request?.headers).toMatchObject({
      "content-type": "application/cloudevents+json",
      "webhook-id": delivery.id,
      "webhook-timestamp": expect.stringMatching(/^\d{10}$/),
    });
    expect(isSigned(request!, secret)).toBe(true);
    expect(isSigned({ ...request!, body: `${request?.body} ` }, secret)).toBe(false);
    expect(request?.event).toMatchObject({
      specversion: "1.0",
      id: delivery.event,
      type: "chats.chat.created",
      source: "/chats",
      subject: chatId,
      actor: fixture.admin.contextId,
      datacontenttype: "application/json",
      data: { chat: { id: chatId, title: "Release" } },
    });
    expect(delivery).toMatchObject({ attempts: 1, lastAttempt: { status: 204, milliseconds: expect.any(Number) } });
  });

  it("is posted once to each hook that matches it and to no other", async () => {
    const [fixture, target] = [await openGateway(), await startReceiver()];
    const { hook: one } = await fixture.hook(target.url, ["chats.chat.created"]);
    const { hook: other } = await fixture.hook(target.url, ["chats.**.created", "chats.**"]);
    const { hook: none } = await fixture.hook(target.url, ["chats.message.*"]);
    await fixture.happen();
    await fixture.sees(one.id, { status: "done" });
    await fixture.sees(other.id, { status: "done" });
    // Events are dispatched in order, so everything that the first one causes comes before this one.
    await fixture.happen("later");
    await target.got(4);
    await fixture.idle();
    expect(target.received).toHaveLength(4);
    expect(await fixture.deliveriesOf(none.id)).toEqual([]);
  });

  it("is delivered only if it happened after the hook was created or enabled again", async () => {
    const [fixture, target] = [await openGateway(), await startReceiver()];
    await fixture.happen("before");
    const { hook } = await fixture.hook(target.url, ["chats.**"]);
    await fixture.happen("first");
    await target.got(1);
    await fixture.post("hooks.disable", { id: hook.id });
    await fixture.happen("meanwhile");
    await fixture.post("hooks.enable", { id: hook.id });
    await fixture.happen("second");
    await target.got(2);
    await fixture.idle();
    expect(target.received.map(({ event }) => event.data.chat.title)).toEqual(["first", "second"]);
  });

  it("is delivered exactly once among many events", async () => {
    const [fixture, target] = [await openGateway(), await startReceiver()];
    await fixture.hook(target.url);
    const ids = await Promise.all(Array.from({ length: 200 }, () => fixture.happen()));
    ids.push(await fixture.happen("after all others"));
    await target.got(201);
    await fixture.idle();
    expect(target.received.map(({ event }) => event.subject).sort()).toEqual(ids.sort());
  });

  it("is never an event about deliveries, so deliveries cause no deliveries", async () => {
    const [fixture, target] = [await openGateway(), await startReceiver()];
    target.answerWith(410);
    const watcher = await startReceiver();
    await fixture.hook(watcher.url, ["hooks.**"]);
    const { hook } = await fixture.hook(target.url, ["chats.**"]);
    await fixture.happen();
    await fixture.sees(hook.id, { status: "dead" });
    await watcher.got(2);
    await fixture.hook(target.url, ["nothing"]);
    await watcher.got(3);
    await fixture.idle();
    expect(watcher.received.map(({ event }) => event.type)).toEqual([
      "hooks.hook.created",
      "hooks.hook.disabled",
      "hooks.hook.created",
    ]);
  });
});

describe("a delivery that fails", () => {
  it("is retried with growing delays under the same id, and is dead after the ninth attempt", async () => {
    const [fixture, target] = [await openGateway(), await startReceiver()];
    target.answerWith((_request, response) => response.writeHead(500).end("the database is down"));
    const { hook, secret } = await fixture.hook(target.url);
    await fixture.happen();
    const waits = [1, 5, 30, 120, 600, 3_600, 21_600, 86_400];
    for (const [at, seconds] of waits.entries()) {
      const failed = await fixture.sees(hook.id, { status: "waiting", attempts: at + 1 });
      expect(failed).toMatchObject({
        lastError: "The target answered 500",
        lastAttempt: { status: 500, answer: "the database is down" },
      });
      const wait = (failed.nextAttemptAt - failed.startedAt) / 1000;
      expect(wait).toBeGreaterThan(seconds * 0.79);
      expect(wait).toBeLessThan(seconds * 1.21 + 2);
      await fixture.advance(seconds * 1_210);
    }
    const dead = await fixture.sees(hook.id, { status: "dead", attempts: 9 });
    expect(new Set(target.received.map(({ headers }) => headers["webhook-id"]))).toEqual(new Set([dead.id]));
    expect(new Set(target.received.map(({ body }) => body)).size).toBe(1);
    expect(target.received.every((request) => isSigned(request, secret))).toBe(true);
    const stamps = target.received.map(({ headers }) => Number(headers["webhook-timestamp"]));
    expect(stamps).toEqual([...new Set(stamps)].sort((left, right) => left - right));

    target.answerWith(200);
    await fixture.post("hooks.deliveries.retry", { id: dead.id });
    await fixture.sees(hook.id, { status: "done" });
    expect(target.received).toHaveLength(10);
  });

  it.each([429, 503])("with %i is retried after the time in Retry-After, at most a day", async (status) => {
    const [fixture, target] = [await openGateway(), await startReceiver()];
    target.answerWith(status, { "retry-after": "7200" });
    const { hook } = await fixture.hook(target.url);
    await fixture.happen();
    const first = await fixture.sees(hook.id, { status: "waiting", attempts: 1 });
    expect(first.nextAttemptAt - first.startedAt).toBeGreaterThanOrEqual(7_200_000);
    expect(first.nextAttemptAt - first.startedAt).toBeLessThan(7_205_000);
    target.answerWith(status, { "retry-after": "999999999" });
    await fixture.advance(7_210_000);
    const second = await fixture.sees(hook.id, { status: "waiting", attempts: 2 });
    expect(second.nextAttemptAt - second.startedAt).toBeLessThanOrEqual(86_405_000);
  });

  it("with 503 keeps its own delay if Retry-After is shorter", async () => {
    const [fixture, target] = [await openGateway(), await startReceiver()];
    target.answerWith(503, { "retry-after": "0" });
    const { hook } = await fixture.hook(target.url);
    await fixture.happen();
    const failed = await fixture.sees(hook.id, { status: "waiting", attempts: 1 });
    expect(failed.nextAttemptAt - failed.startedAt).toBeGreaterThanOrEqual(800);
  });

  it("because the connection is refused names the host of the hook", async () => {
    const fixture = await openGateway();
    const target = await startReceiver();
    const { hook } = await fixture.hook(`http://127.0.0.1:1/${target.port}`);
    await fixture.happen();
    const failed = await fixture.sees(hook.id, { status: "waiting", attempts: 1 });
    expect(failed.lastError).toBe("Connection refused by 127.0.0.1:1 (ECONNREFUSED)");
    expect(failed.lastAttempt).toEqual({ milliseconds: expect.any(Number) });
  });

  it("because the target is slow ends after the configured timeout", async () => {
    const [fixture, target] = [await openGateway({ timeout: 300 }), await startReceiver(() => {})];
    const { hook } = await fixture.hook(target.url);
    await fixture.happen();
    const failed = await fixture.sees(hook.id, { status: "waiting", attempts: 1 });
    expect(failed.lastError).toBe(`No complete answer from 127.0.0.1:${target.port} within 300 ms`);
    expect(failed.lastAttempt.milliseconds).toBeGreaterThanOrEqual(290);
    expect(failed.lastAttempt.milliseconds).toBeLessThan(2_000);
    await until(() => expect(target.sockets.size).toBe(0));
  });

  it("because a target is slow does not delay deliveries to others", async () => {
    const [fixture, slow, target] = [await openGateway(), await startReceiver(() => {}), await startReceiver()];
    await fixture.hook(slow.url, ["chats.chat.created"]);
    await fixture.hook(target.url, ["chats.chat.archived"]);
    for (let n = 0; n < 20; n++) await fixture.happen();
    await slow.got(20);
    await fixture.post("chats.archive", { chatId: await fixture.happen() });
    await target.got(1);
  });

  it("with 410 disables the hook and discards its waiting deliveries", async () => {
    const [fixture, target] = [await openGateway(), await startReceiver()];
    target.answerWith(500);
    const { hook } = await fixture.hook(target.url);
    await fixture.happen("waits");
    await fixture.sees(hook.id, { status: "waiting", attempts: 1 });
    const watcher = await startReceiver();
    await fixture.hook(watcher.url, ["hooks.hook.disabled"]);
    target.answerWith(410);
    await fixture.happen("last");
    const [report] = await watcher.got(1);
    expect(report?.event).toMatchObject({ subject: hook.id, data: { hook: { id: hook.id }, reason: "gone" } });
    const shown = (await fixture.post("hooks.show", { id: hook.id })).hook;
    expect(shown).toMatchObject({ status: "disabled", statusReason: "gone" });
    await until(async () => {
      const statuses = (await fixture.deliveriesOf(hook.id)).map(({ status }: { status: string }) => status);
      expect(statuses.every((status: string) => ["dead", "discarded"].includes(status))).toBe(true);
    });
    await fixture.happen("after");
    // The watcher's next event comes after it.
    const { hook: other } = await fixture.hook(target.url, ["nothing"]);
    await fixture.post("hooks.disable", { id: other.id });
    await watcher.got(2);
    await fixture.idle();
    expect(target.received.map(({ event }) => event.data.chat.title)).not.toContain("after");
  });
});

describe("a target over https", () => {
  it("receives nothing if its certificate is not trusted", async () => {
    const [fixture, target] = [await openGateway(), await startReceiver(undefined, certified)];
    const { hook } = await fixture.hook(target.url);
    await fixture.happen();
    await fixture.sees(hook.id, {
      status: "waiting",
      lastError: `Certificate of 127.0.0.1:${target.port} is self-signed (DEPTH_ZERO_SELF_SIGNED_CERT)`,
    });
    expect(target.received).toEqual([]);
  });
});

describe("a response", () => {
  it("without an end is read up to a kilobyte and stored without control characters", async () => {
    const fixture = await openGateway();
    const target = await startReceiver((_request, response) => {
      response.writeHead(200);
      const more = () => {
        while (!response.destroyed && response.write(`\u0000\u001b[31mred\u202e ${"ä".repeat(4_096)}`));
      };
      response.on("drain", more);
      more();
    });
    const { hook } = await fixture.hook(target.url);
    await fixture.happen();
    const { lastAttempt } = await fixture.sees(hook.id, { status: "done" });
    expect(lastAttempt.answer).toMatch(/^\[31mred ä+$/);
    expect(Buffer.byteLength(lastAttempt.answer)).toBeLessThanOrEqual(1_024);
    await until(() => expect(target.sockets.size).toBe(0));
  });

  it("is judged by its status even if its body never ends", async () => {
    const fixture = await openGateway({ timeout: 10_000 });
    const target = await startReceiver((_request, response) => response.writeHead(200).write("so far"));
    const { hook } = await fixture.hook(target.url);
    await fixture.happen();
    const { lastAttempt } = await fixture.sees(hook.id, { status: "done" });
    expect(lastAttempt).toMatchObject({ status: 200, answer: "so far" });
    expect(lastAttempt.milliseconds).toBeLessThan(5_000);
  });
});

describe("a redirect", () => {
  it.each([307, 308])("with %i is followed with the same body and signature", async (status) => {
    const [fixture, first, last] = [await openGateway(), await startReceiver(), await startReceiver()];
    first.answerWith(status, { location: `http://127.0.0.1:${last.port}/moved?x=1` });
    const { hook, secret } = await fixture.hook(first.url);
    await fixture.happen();
    const [request] = await last.got(1);
    expect(request).toMatchObject({ method: "POST", path: "/moved?x=1", body: first.received[0]?.body });
    expect(isSigned(request!, secret)).toBe(true);
    await fixture.sees(hook.id, { status: "done", attempts: 1 });
  });

  it.each([301, 302, 303, 304])("with %i is a failure, because a POST would become a GET", async (status) => {
    const [fixture, first, last] = [await openGateway(), await startReceiver(), await startReceiver()];
    first.answerWith(status, { location: last.url });
    const { hook } = await fixture.hook(first.url);
    await fixture.happen();
    await fixture.sees(hook.id, { status: "waiting", lastError: `The target answered ${status}` });
    expect(last.received).toEqual([]);
  });

  it("is followed at most three times", async () => {
    const [fixture, target] = [await openGateway(), await startReceiver()];
    target.answerWith(307, { location: "/again" });
    const { hook } = await fixture.hook(target.url);
    await fixture.happen();
    await fixture.sees(hook.id, {
      status: "waiting",
      lastError: `127.0.0.1:${target.port} redirects more than 3 times`,
    });
    expect(target.received).toHaveLength(4);
  });

  it.each([
    ["http://169.254.169.254/latest", /^Requests to 169\.254\.169\.254 are not allowed/],
    ["http://[fe80::1]/", /^Requests to \[fe80::1\] are not allowed/],
    ["file:///etc/passwd", /redirects to an address that must start with https:\/\/ or http:\/\//],
  ])("to %s permanently fails the delivery", async (location, lastError) => {
    const [fixture, target] = [await openGateway(), await startReceiver()];
    target.answerWith(308, { location });
    const { hook } = await fixture.hook(target.url);
    await fixture.happen();
    await fixture.sees(hook.id, { status: "dead", attempts: 1, lastError: expect.stringMatching(lastError) });
  });
});
