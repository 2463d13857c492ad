import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import audio from "@postern/audio";
import { testGateway } from "@postern/core/testing";
import credentials from "@postern/credentials";
import { expect, it, onTestFinished } from "vitest";
import { until } from "../../run/until.ts";
import { refuses, startService } from "./speech-service.ts";

const KEY = "canary-key-5f1e";

it("uses a key of the credentials plugin, stops when it is disabled, and resumes", async () => {
  const service = await startService();
  const base = mkdtempSync(join(tmpdir(), "postern-audio-"));
  onTestFinished(() => rmSync(base, { recursive: true, force: true }));
  const { admin, stop } = await testGateway({
    plugins: [
      credentials({ backend: "vault", data: join(base, "data"), home: join(base, "home") }),
      audio({ provider: "voiceprovider", voiceprovider: { url: service.url, voice: "v1" } }),
    ],
  });
  onTestFinished(stop);
  async function post(id: string, body: object = {}) {
    const reply = await admin.post(id, body);
    if (reply.status !== 200) throw new Error(`${id} answers ${reply.status}: ${JSON.stringify(reply.body)}`);
    return reply.body;
  }
  const becomes = (id: string, expected: object) =>
    until(async () => expect((await post("audio.requests.show", { id })).request).toMatchObject(expected));
  const say = async (text: string) => (await post("audio.tts", { text, execute: true })).request.id;

  expect((await admin.post("audio.tts", { text: "x" })).body.cause).toBe("connection_missing");
  const named = { provider: "voiceprovider", connection: "voice" };
  await post("credentials.connections.create", { ...named, secret: KEY });
  await becomes(await say("Hello"), { state: "ready" });
  expect(service.heard[0]?.headers["xi-api-key"]).toBe(KEY);

  service.answerWith(refuses(503));
  const waiting = await say("And again");
  await becomes(waiting, { error: { code: "provider_failed" } });
  await post("credentials.connections.disable", named);
  await becomes(waiting, { state: "published", error: { code: "connection_disabled" } });
  const { workers } = await post("audio.workers.list");
  expect(workers[1]).toMatchObject({
    state: "stopped",
    reason: expect.stringMatching(/voice is disabled/),
    waiting: 1,
  });

  service.answerWith(refuses(401));
  await post("credentials.connections.enable", named);
  await becomes(waiting, { state: "failed", error: { code: "key_refused" } });
  service.answerWith((_, response) =>
    response.writeHead(200, { "content-type": "audio/mpeg" }).end(`ID3${"x".repeat(99)}`),
  );
  await post("credentials.connections.rotate", { ...named, secret: `${KEY}-2` });
  await until(async () => expect((await post("audio.workers.list")).workers[1].state).toBe("running"));
  await post("audio.requests.retry", { id: waiting });
  await becomes(waiting, { state: "ready" });
  expect(service.heard.at(-1)?.headers["xi-api-key"]).toBe(`${KEY}-2`);
});
