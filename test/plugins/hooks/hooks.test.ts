import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { messages, secrets } from "../../../plugins/hooks/src/collections.ts";
import { until } from "../../run/until.ts";
import { openGateway } from "./gateway.ts";
import { isSigned, startReceiver } from "./receiver.ts";

const url = "https://example.com/events?token=t0ken";

const missing = "hook_0123456789abcdef01234567";

const DAY = 24 * 60 * 60 * 1000;

describe("a hook", () => {
  it("is created with its input and a secret that is shown once", async () => {
    const fixture = await openGateway();
    const asked = { url, types: ["chats.**"], description: "Release notes" };
    const first = await fixture.admin.post("hooks.create", asked, { "idempotency-key": "k" });
    const { hook, secret } = first.body;
    expect(hook).toEqual({
      id: expect.stringMatching(/^hook_[0-9a-f]{24}$/),
      ...asked,
      status: "enabled",
      contextId: fixture.admin.contextId,
      createdAt: expect.any(Number),
      updatedAt: hook.createdAt,
    });
    expect(secret).toMatch(/^whsec_/);
    const again = await fixture.admin.post("hooks.create", asked, { "idempotency-key": "k" });
    expect(again.body).toEqual({ hook });
    expect((await fixture.post("hooks.show", { id: hook.id })).hook).toEqual(hook);
    expect((await fixture.post("hooks.list")).hooks).toEqual([hook]);
  });

  it("shows in its plan which events it will deliver", async () => {
    const fixture = await openGateway();
    const asked = { url, types: ["context.**", "chats.chat.*", "nothing.like.this"], allowUnknown: true };
    const plan = async (client = fixture.admin) =>
      (await client.post("hooks.create", asked, { "x-dry-run": "true" })).body.plan;
    expect((await plan()).events).toEqual(expect.arrayContaining(["context.key.derived", "chats.chat.created"]));
    const { host, events } = await plan(await fixture.client(["hooks:write", "chats:read"]));
    expect(host).toBe("example.com");
    expect(events.length).toBeGreaterThan(0);
    expect(events.every((type: string) => type.startsWith("chats.chat."))).toBe(true);
  });

  it("is refused with a type that no event matches, and suggests the nearest", async () => {
    const fixture = await openGateway();
    const { hook } = await fixture.hook(url);
    for (const [type, nearest] of [
      ["chats.chat.craeted", "chats.chat.created"],
      ["chat.**", "chats.**"],
      ["unheard-of.thing.**", undefined],
    ])
      for (const [id, input] of [
        ["create", { url }],
        ["update", { id: hook.id }],
      ] as const) {
        const { status, body } = await fixture.admin.post(`hooks.${id}`, { ...input, types: ["chats.**", type] });
        expect([status, body.code, body.nearest]).toEqual([404, "hooks.type_not_found", nearest]);
        expect(body.detail).toContain(nearest === undefined ? "postern events types" : `Did you mean "${nearest}"?`);
      }
    const accepted = await fixture.post("hooks.create", { url, types: ["later.**"], allowUnknown: true });
    expect(accepted.hook.types).toEqual(["later.**"]);
  });

  it.each([[[]], [["chats."]], [["chats*"]], [["***"]], [["a", "a"]], [["cha ts"]], [[""]], [["%"]]])(
    "is rejected with the types %j",
    async (types) => {
      const fixture = await openGateway();
      const { status, body } = await fixture.admin.post("hooks.create", { url, types });
      expect({ status, code: body.code }).toEqual({ status: 400, code: "gateway.invalid_input" });
    },
  );

  it("is updated with a new URL, types and description", async () => {
    const fixture = await openGateway();
    const [first, last] = [await startReceiver(), await startReceiver()];
    first.answerWith(500);
    const { hook } = await fixture.hook(first.url);
    await fixture.happen();
    await fixture.sees(hook.id, { status: "waiting", attempts: 1 });
    const { hook: changed } = await fixture.post("hooks.update", {
      id: hook.id,
      url: last.url,
      types: ["nothing.**"],
      allowUnknown: true,
      description: "moved",
    });
    expect(changed).toEqual({
      ...hook,
      url: last.url,
      types: ["nothing.**"],
      description: "moved",
      updatedAt: expect.any(Number),
    });
    await fixture.advance(2_000);
    await last.got(1);
    const { hook: bare } = await fixture.post("hooks.update", { id: hook.id, description: "" });
    expect(bare).toEqual({ ...changed, description: undefined, updatedAt: expect.any(Number) });
  });

  it("discards waiting deliveries when disabled, and emits one event per change", async () => {
    const [fixture, target] = [await openGateway(), await startReceiver()];
    target.answerWith(500);
    const { hook } = await fixture.hook(target.url);
    await fixture.happen();
    await fixture.sees(hook.id, { status: "waiting", attempts: 1 });
    const { hook: off } = await fixture.post("hooks.disable", { id: hook.id });
    expect(off).toMatchObject({ status: "disabled", statusReason: "asked" });
    expect((await fixture.post("hooks.disable", { id: hook.id })).hook).toEqual(off);
    const [delivery] = await fixture.deliveriesOf(hook.id);
    expect(delivery.status).toBe("discarded");
    expect((await fixture.post("hooks.list", { status: "disabled" })).hooks).toEqual([off]);
    expect((await fixture.post("hooks.list", { status: "enabled" })).total).toBe(0);

    await fixture.post("hooks.deliveries.retry", { id: delivery.id });
    await fixture.sees(hook.id, { status: "dead", lastError: "The hook is disabled" });
    const { hook: on } = await fixture.post("hooks.enable", { id: hook.id });
    expect(on).toEqual({ ...hook, updatedAt: expect.any(Number) });
    expect((await fixture.post("hooks.enable", { id: hook.id })).hook).toEqual(on);
    target.answerWith(200);
    await fixture.post("hooks.deliveries.retry", { id: delivery.id });
    await fixture.sees(hook.id, { status: "done" });
  });

  it("is removed with its secret and waiting deliveries", async () => {
    const [fixture, target] = [await openGateway(), await startReceiver()];
    target.answerWith(500);
    const { hook, secret } = await fixture.hook(target.url);
    await fixture.happen("a canary");
    await fixture.sees(hook.id, { status: "waiting", attempts: 1 });
    expect((await fixture.recordsOf(secrets)).join()).toContain(secret);
    expect((await fixture.recordsOf(messages)).join()).toContain("a canary");
    expect(await fixture.post("hooks.remove", { id: hook.id, execute: true })).toEqual({ removed: true, discarded: 1 });
    expect((await fixture.admin.post("hooks.show", { id: hook.id })).status).toBe(404);
    await fixture.advance(2_000);
    await fixture.idle();
    expect(target.received).toHaveLength(1);
    expect(await fixture.recordsOf(secrets)).toEqual([]);
    expect(await fixture.recordsOf(messages)).toEqual([]);
    expect((await fixture.recordsOf({ head: "" })).join()).not.toContain(secret);
  });

  it("answers 404 if it does not exist", async () => {
    const fixture = await openGateway();
    for (const id of ["show", "update", "enable", "disable", "remove", "rotate", "test"]) {
      const { status, body } = await fixture.admin.post(`hooks.${id}`, { id: missing });
      expect({ id, status, code: body.code }).toEqual({ id, status: 404, code: "hooks.hook_not_found" });
    }
  });
});

describe("testing a hook", () => {
  it("shows the target in its plan and sends nothing in a dry run", async () => {
    const [fixture, target] = [await openGateway(), await startReceiver()];
    const { hook } = await fixture.hook(target.url);
    const { dryRun, plan } = await fixture.post("hooks.test", { id: hook.id, execute: false });
    const host = `127.0.0.1:${target.port}`;
    expect({ dryRun, plan }).toEqual({
      dryRun: true,
      plan: { summary: `Post a test event to ${host}`, effects: [`posts to ${host}`], host },
    });
    await fixture.idle();
    expect(target.received).toEqual([]);
    expect(await fixture.deliveriesOf(hook.id)).toEqual([]);
  });

  it("sends one event to that hook only, with its id in the journal", async () => {
    const [fixture, target, other] = [await openGateway(), await startReceiver(), await startReceiver()];
    await fixture.hook(other.url, ["hooks.**"]);
    const { hook, secret } = await fixture.hook(target.url, ["chats.**"]);
    const { deliveryId } = await fixture.post("hooks.test", { id: hook.id, execute: true });
    const [request] = await target.got(1);
    await fixture.sees(hook.id, { id: deliveryId, status: "done", type: "hooks.hook.tested" });
    expect(isSigned(request!, secret)).toBe(true);
    expect(request?.headers["webhook-id"]).toBe(deliveryId);
    expect(request?.event).toMatchObject({
      type: "hooks.hook.tested",
      source: "/hooks",
      subject: hook.id,
      id: (await fixture.post("events.list", { type: "hooks.hook.tested" })).events[0].id,
      data: { hookId: hook.id, deliveryId },
    });
    await other.got(1);
    await fixture.post("hooks.disable", { id: hook.id });
    await other.got(2);
    await fixture.idle();
    expect(other.received.map(({ event }) => event.type)).toEqual(["hooks.hook.created", "hooks.hook.disabled"]);
  });

  it("replays a refusal for the same idempotency key and blocks no other key", async () => {
    const [fixture, target] = [await openGateway(), await startReceiver()];
    const { hook } = await fixture.hook(target.url);
    await fixture.post("hooks.disable", { id: hook.id });
    const test = async (key: string) => {
      const asked = { id: hook.id, execute: true };
      const { status, body } = await fixture.admin.post("hooks.test", asked, { "idempotency-key": key });
      return { status, code: body.code, deliveryId: body.deliveryId };
    };
    for (let n = 0; n < 3; n++) expect(await test("one")).toMatchObject({ status: 409, code: "hooks.hook_disabled" });
    await fixture.post("hooks.enable", { id: hook.id });
    const sent = await test("two");
    expect(sent).toMatchObject({ status: 200, deliveryId: expect.any(String) });
    expect(await test("two")).toEqual(sent);
  });

  it("answers 409 while it is disabled", async () => {
    const fixture = await openGateway();
    const { hook } = await fixture.hook(url);
    await fixture.post("hooks.disable", { id: hook.id });
    const { status, body } = await fixture.admin.post("hooks.test", { id: hook.id, execute: true });
    expect({ status, ...body }).toMatchObject({
      status: 409,
      code: "hooks.hook_disabled",
      fix: `postern hooks enable --id ${hook.id}`,
    });
  });
});

describe("the secret", () => {
  it("is rotated without losing a delivery: the old secret also signs during the grace period", async () => {
    const [fixture, target] = [await openGateway(), await startReceiver()];
    const { hook, secret: old } = await fixture.hook(target.url);
    const { secret: fresh } = await fixture.post("hooks.rotate", { id: hook.id, grace: "3600" });
    expect(fresh).not.toBe(old);
    await fixture.happen();
    const [both] = await target.got(1);
    expect([isSigned(both!, old), isSigned(both!, fresh)]).toEqual([true, true]);
    await fixture.advance(3_601_000);
    await fixture.happen();
    const [, one] = await target.got(2);
    expect([isSigned(one!, old), isSigned(one!, fresh)]).toEqual([false, true]);
    expect(one?.headers["webhook-signature"]).not.toContain(" ");
  });

  it("no longer signs after a rotation without a grace period, nor do former secrets", async () => {
    const [fixture, target] = [await openGateway(), await startReceiver()];
    const { hook, secret: first } = await fixture.hook(target.url);
    const { secret: second } = await fixture.post("hooks.rotate", { id: hook.id });
    const { secret: third } = await fixture.post("hooks.rotate", { id: hook.id, grace: "0" });
    await fixture.happen();
    const [request] = await target.got(1);
    expect([first, second, third].map((secret) => isSigned(request!, secret))).toEqual([false, false, true]);
  });

  it("appears in the one response that returns it and in no event or log", async () => {
    const [fixture, target] = [await openGateway(), await startReceiver()];
    const watcher = await startReceiver();
    await fixture.hook(watcher.url, ["**"]);
    target.answerWith((request, response) => response.writeHead(500).end(JSON.stringify(request.headers)));
    const { hook, secret: old } = await fixture.hook(target.url);
    const { secret: fresh } = await fixture.post("hooks.rotate", { id: hook.id, grace: "60" });
    await fixture.happen();
    const delivery = await fixture.sees(hook.id, { status: "waiting", attempts: 1 });
    const { id } = hook;
    const texts = [
      await fixture.admin.post("hooks.list"),
      await fixture.admin.post("hooks.show", { id }),
      await fixture.admin.post("hooks.update", { id, description: "x" }),
      await fixture.admin.post("hooks.rotate", { id }, { "x-dry-run": "true" }),
      await fixture.admin.post("hooks.test", { id }),
      await fixture.admin.post("hooks.deliveries.list"),
      await fixture.admin.post("hooks.deliveries.show", { id: delivery.id }),
      await fixture.admin.post("hooks.disable", { id }),
      await fixture.admin.post("hooks.remove", { id, execute: true }),
      fixture.logged,
    ];
    await until(() => expect(watcher.received.map(({ event }) => event.type)).toContain("hooks.hook.removed"));
    const text = JSON.stringify([texts, watcher.received]);
    for (const secret of [old, fresh]) expect(text).not.toContain(secret.slice(6, 30));
  });
});

describe("a waiting delivery", () => {
  it("is delivered once after a restart", async () => {
    const target = await startReceiver();
    target.answerWith(500);
    const first = await openGateway();
    const { hook } = await first.hook(target.url);
    await first.happen();
    await first.sees(hook.id, { status: "waiting", attempts: 1 });
    await first.stop();
    target.answerWith(200);
    const second = await openGateway({}, first.storage);
    await second.advance(2_000);
    await second.sees(hook.id, { status: "done", attempts: 2 });
    await second.idle();
    expect(target.received).toHaveLength(2);
  });

  it("is stored neither after its delivery nor when it can no longer be retried", async () => {
    const [fixture, target] = [await openGateway(), await startReceiver()];
    const { hook } = await fixture.hook(target.url);
    await fixture.happen();
    await fixture.sees(hook.id, { status: "done" });
    const kept = () => fixture.recordsOf(messages);
    expect(await kept()).toEqual([]);
    target.answerWith(500);
    await fixture.happen();
    await target.got(2);
    expect(await kept()).not.toEqual([]);
    await fixture.advance(41 * DAY);
    await until(async () => expect(await kept()).toEqual([]));
  });
});

describe("its version", () => {
  it("is the package's", async () => {
    const file = new URL("../../../plugins/hooks/package.json", import.meta.url);
    const fixture = await openGateway();
    const group = fixture.gateway.manifest.groups.find(({ name }) => name === "hooks");
    expect(group?.version).toBe(JSON.parse(readFileSync(file, "utf8")).version);
  });
});
