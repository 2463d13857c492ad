import { gatewayErrors } from "@postern/core";
import { describe, expect, it } from "vitest";
import { until } from "../../run/until.ts";
import { openHouse } from "./house.ts";
import { keyRing } from "./key-ring.ts";
import { refuses, speaks, startService } from "./speech-service.ts";

const KEY = "canary-key-5f1e";

async function openProvider(first = speaks) {
  const service = await startService(first);
  const keys = keyRing({ key: KEY });
  const voiceprovider = { url: service.url, voice: "voice-1" };
  const house = await openHouse({ config: { provider: "voiceprovider", voiceprovider }, keys });
  const worker = async () => (await house.post("audio.workers.list")).workers[1];
  return { ...house, service, keys, worker, tell: (past: string) => house.post("credentials.tell", { past }) };
}

describe("a key that is refused", () => {
  it("fails its request, stops the worker with the reason, and what waits goes on with a new key", async () => {
    const held: (() => void)[] = [];
    const house = await openProvider((_, response) => void held.push(() => refuses(401)(undefined as never, response)));
    const { say, becomes, show, service, worker, admin, tell, events } = house;
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
    const told = (await events("audio.worker.")).map(({ type }) => type);
    expect(told).toEqual(["audio.worker.stopped", "audio.worker.resumed"]);
  });

  it("is tried again where somebody says so", async () => {
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
  it("stops the worker with the reason; what waits is spoken once it is enabled", async () => {
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
    expect(body.detail).toMatch(/cannot speak now: the credential connection voice is disabled: leaked/);
    const resumed = await admin.post("audio.workers.resume", { provider: "voiceprovider" });
    expect(resumed.body.code).toBe("audio.worker_stopped");
    expect(service.heard).toHaveLength(asked);
    service.answerWith(speaks);
    keys.state.status = "active";
    await tell("enabled");
    await becomes(id, "ready");
    expect((await worker()).state).toBe("running");
  });

  it("is heeded also where its event is missed", async () => {
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
  it("that is not there is told before anything is published", async () => {
    const { admin, keys } = await openProvider();
    keys.state.key = undefined;
    const { body } = await admin.post("audio.tts", { text: "x", execute: true });
    expect(body).toMatchObject({ status: 409, code: "audio.worker_stopped", cause: "connection_missing" });
    expect(body.fix).toBe("postern credentials connections create --provider voiceprovider --connection voice");
  });

  it("stops the worker where its secret cannot be read, and only delays where its keeper is away", async () => {
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

  it("is no matter for local speech", async () => {
    const { say, becomes } = await openHouse({ config: { engine: "flite" } });
    await becomes((await say("Hello")).id, "ready");
  });
});

describe("the key", () => {
  it("stands in no record, event, answer or line of the log, whatever the service says", async () => {
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
