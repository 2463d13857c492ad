import { gatewayErrors } from "@postern/core";
import { describe, expect, it } from "vitest";
import { until } from "../../run/until.ts";
import { openFixture } from "./fixture.ts";
import { keyRing } from "./key-ring.ts";
import { refuses, speaks, startService } from "./speech-service.ts";

const KEY = "canary-key-5f1e";

async function openProvider(first = speaks) {
  const service = await startService(first);
  const keys = keyRing({ key: KEY });
  const voiceprovider = { url: service.url, voice: "voice-1" };
  const fixture = await openFixture({ config: { provider: "voiceprovider", voiceprovider }, keys });
  const worker = async () => (await fixture.post("audio.workers.list")).workers[1];
  return { ...fixture, service, keys, worker, tell: (past: string) => fixture.post("credentials.tell", { past }) };
}

describe("a key that is refused", () => {
  it("fails its request and stops the worker; waiting requests continue with a new key", async () => {
    const held: (() => void)[] = [];
    const fixture = await openProvider(
      (_, response) => void held.push(() => refuses(401)(undefined as never, response)),
    );
    const { say, becomes, show, service, worker, admin, tell, events } = fixture;
    const first = await say("One");
    await service.got(1);
    const ids = [];
    for (const text of ["Two", "Three", "Four", "Five", "Six"]) ids.push((await say(text)).id);
    await service.got(4);
    for (const refuse of held) refuse();
    expect((await becomes(first.id, "failed")).error).toMatchObject({
      code: "key_refused",
      message: "The provider refused the key (401): no",
    });
    await until(async () => expect(await worker()).toMatchObject({ state: "stopped", waiting: 2 }));
    expect((await worker()).reason).toBe("The provider refused the key (401): no");
    expect(service.heard).toHaveLength(4);
    const [last = ""] = ids.slice(-1);
    expect(await show(last)).toMatchObject({ state: "published", error: { code: "key_refused" } });
    for (const execute of [false, true]) {
      const { status, body } = await admin.post("audio.tts", { text: "Seven", execute });
      expect({ status, code: body.code, cause: body.cause }).toEqual({
        status: 409,
        code: "audio.worker_stopped",
        cause: "key_refused",
      });
    }
    service.answerWith(speaks);
    await tell("rotated");
    await becomes(last, "ready");
    expect(await worker()).toMatchObject({ state: "running", waiting: 0 });
    const types = (await events("audio.worker.")).map(({ type }) => type);
    expect(types).toEqual(["audio.worker.stopped", "audio.worker.resumed"]);
  });

  it("is tried again after the worker is resumed", async () => {
    const { say, becomes, service, worker, post, admin } = await openProvider(refuses(401));
    const { id } = await say("One");
    await becomes(id, "failed");
    await until(async () => expect((await worker()).state).toBe("stopped"));
    service.answerWith(speaks);
    await post("audio.workers.resume", { provider: "voiceprovider" });
    await post("audio.requests.retry", { id });
    await becomes(id, "ready");
    const again = await admin.post("audio.workers.resume", { provider: "voiceprovider" });
    expect(again.body.code).toBe("audio.worker_not_stopped");
  });
});

describe("a connection that is disabled", () => {
  it("stops the worker with the reason; waiting requests continue once it is enabled", async () => {
    const { say, becomes, show, worker, keys, tell, admin, service } = await openProvider(refuses(503));
    const { id } = await say("Hello");
    await until(async () => expect((await show(id)).error?.code).toBe("provider_failed"));
    keys.state.status = "disabled";
    keys.state.reason = "leaked";
    await tell("disabled");
    await until(async () => expect((await show(id)).error?.code).toBe("connection_disabled"));
    const asked = service.heard.length;
    expect(await worker()).toMatchObject({
      state: "stopped",
      connection: "voice",
      reason: "the credential connection voice is disabled: leaked",
      stoppedAt: expect.any(Number),
      waiting: 1,
    });
    const { body } = await admin.post("audio.tts", { text: "x" });
    expect(body).toMatchObject({ status: 409, cause: "connection_disabled" });
    expect(body.detail).toMatch(/is not available: the credential connection voice is disabled: leaked/);
    const resumed = await admin.post("audio.workers.resume", { provider: "voiceprovider" });
    expect(resumed.body.code).toBe("audio.worker_stopped");
    expect(service.heard).toHaveLength(asked);
    service.answerWith(speaks);
    keys.state.status = "active";
    await tell("enabled");
    await becomes(id, "ready");
    expect((await worker()).state).toBe("running");
  });

  it("stops the worker even if its event is missed", async () => {
    const { say, becomes, show, keys, service } = await openProvider(refuses(503));
    const { id } = await say("Hello");
    await until(async () => expect((await show(id)).error?.code).toBe("provider_failed"));
    keys.state.status = "disabled";
    await until(async () => expect((await show(id)).error?.code).toBe("connection_disabled"));
    service.answerWith(speaks);
    keys.state.status = "active";
    await becomes(id, "ready");
  });
});

describe("a connection that cannot be used", () => {
  it("is reported before anything is published if it does not exist", async () => {
    const { admin, keys } = await openProvider();
    keys.state.key = undefined;
    const { body } = await admin.post("audio.tts", { text: "x", execute: true });
    expect(body).toMatchObject({ status: 409, code: "audio.worker_stopped", cause: "connection_missing" });
    expect(body.fix).toBe("postern credentials connections create --provider voiceprovider --connection voice");
  });

  it("stops the worker if the secret is unreadable, but not if the backend is unavailable", async () => {
    const { say, becomes, show, keys, worker, post } = await openProvider();
    keys.state.fault = gatewayErrors.Unavailable({ reason: "The keychain is away" });
    const one = await say("One");
    await until(async () => expect((await show(one.id)).error?.message).toMatch(/keychain is away/));
    expect((await worker()).state).toBe("running");
    keys.state.fault = gatewayErrors.Conflict({});
    await until(async () => expect((await worker()).state).toBe("stopped"));
    keys.state.fault = undefined;
    await post("audio.workers.resume", { provider: "voiceprovider" });
    await becomes(one.id, "ready");
  });

  it("does not affect local speech", async () => {
    const { say, becomes } = await openFixture({ config: { engine: "flite" } });
    await becomes((await say("Hello")).id, "ready");
  });
});

describe("the key", () => {
  it("appears in no record, event, answer or log line, even if the service repeats it", async () => {
    const { say, becomes, service, storage, logged, post, events } = await openProvider(
      refuses(400, {}, { detail: { message: `Wrong: ${KEY}` } }),
    );
    const { id } = await say("Hello");
    const { error } = await becomes(id, "failed");
    expect(error.message).toBe("The provider answered 400: Wrong: [secret]");
    service.answerWith(refuses(401, {}, { detail: KEY }));
    await post("audio.requests.retry", { id });
    await becomes(id, "failed");
    const records = await Promise.all((await storage.getKeys("", {})).map((key) => storage.getItem(key, {})));
    for (const said of [
      records,
      await events(""),
      logged,
      await post("audio.workers.list"),
      await post("audio.work.list"),
    ])
      expect(JSON.stringify(said)).not.toContain(KEY);
  });
});
