import { readdirSync, readFileSync } from "node:fs";
import { get } from "node:http";
import { join } from "node:path";
import chats from "@postern/chats";
import context from "@postern/context";
import { listen } from "@postern/core/server";
import { createClient, testGateway } from "@postern/core/testing";
import events from "@postern/events";
import hooks from "@postern/hooks";
import service from "@postern/service";
import lmdb from "@postern/storage-lmdb";
import { expect, it, onTestFinished } from "vitest";
import { startReceiver } from "../../plugins/hooks/receiver.ts";
import { folder } from "../../storage-drivers/folder.ts";
import { bellsPlugin } from "../fixtures/bells.ts";

const SECRET = "open-sesame-7f3a91c2";
const TEXT = "meet-me-at-the-mill-5d21";

/** Everything in a folder, byte by byte, including deleted data that is not yet overwritten. */
function bytesIn(path: string): string {
  return readdirSync(path, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => name + readFileSync(join(parentPath, name), "latin1"))
    .join("\n");
}

it("secrets and keys are not in any store, backup, log, journal, stream, webhook or answer", async () => {
  const data = folder();
  const bells = bellsPlugin();
  const receiver = await startReceiver();
  const { gateway, admin, client, logged, stop } = await testGateway({
    plugins: [context(), service({ data }), chats(), events(), hooks({ hooksPrivate: true }), bells.plugin()],
    storage: lmdb({ path: join(data, "store") }),
  });
  onTestFinished(stop);
  const { url, close } = await listen(gateway, { port: 0 });
  const weak = await client(["bells:read", "events:read"]);

  let streamed = "";
  const stream = get(`${url}/api/v1/events/stream?after=0.0`, { headers: { authorization: `Bearer ${admin.key}` } });
  stream.on("response", (response) => response.setEncoding("latin1").on("data", (part: string) => (streamed += part)));
  stream.on("error", () => {});
  await admin.post("hooks.create", { url: receiver.url, types: ["**"] });

  const derived = await admin.post("context.derive", { label: "derived", scopes: ["*"] }, { "idempotency-key": "one" });
  const key: string = derived.body.key;
  expect(key).toMatch(/^rctx_/);
  const known = createClient(gateway.fetch, key);
  const { chat } = (await known.post("chats.create", { title: "Mill" })).body;
  const message = { chatId: chat.id, actorId: "a", clientMessageId: "m1", content: TEXT };
  const answers = [
    await admin.post("context.derive", { label: "derived", scopes: ["*"] }, { "idempotency-key": "one" }),
    await known.post("context.whoami"),
    await known.post("bells.ring", { text: "tea", word: SECRET }),
    await known.post("bells.ring", { text: "tea", word: SECRET }, { "idempotency-key": "two" }),
    await known.post("bells.ring", { text: "tea", word: SECRET }, { "x-dry-run": "true" }),
    await known.post("bells.ring", { text: "cracked", word: SECRET }),
    await known.post("bells.ring", { text: "tea", word: SECRET, times: "many" }),
    await known.post("bells.ring", `{"text": "${SECRET}`),
    await weak.post("bells.ring", { text: "tea", word: SECRET }),
    await known.send(`/api/v1/bells/ring?token=${key}`, { method: "POST" }),
    await known.send("/api/v1/bells/ring", { method: "POST", headers: { authorization: `Bearer ${SECRET}` } }),
    await known.post("chats.messages.create", message),
    await known.post("events.list", { limit: "500" }),
    await known.post("service.doctor"),
    await known.post("service.status"),
    await known.post("context.list"),
  ];
  const backup = await known.post("service.backup");
  expect(backup.status).toBe(200);
  await expect.poll(() => receiver.received.length).toBeGreaterThan(5);
  await expect.poll(() => streamed).toContain("service.backup.made");
  const journal = (await admin.post("events.list", { limit: "500" })).body.events;
  const audit = journal.filter(({ type }: { type: string }) => type.startsWith("gateway."));
  expect(audit.length).toBeGreaterThan(5);
  stream.destroy();
  await close();
  await stop();

  const places: Record<string, string> = {
    "store and backup": bytesIn(data),
    log: JSON.stringify(logged),
    journal: JSON.stringify(journal),
    stream: streamed,
    webhooks: JSON.stringify(receiver.received),
  };
  for (const [at, { body, headers }] of answers.entries())
    places[`answer ${at}`] = JSON.stringify([body, [...headers]]);
  // Public data is found, so the search works.
  for (const place of ["store and backup", "journal", "stream", "webhooks"])
    expect([place, places[place]?.includes(TEXT)]).toEqual([place, true]);
  for (const word of [SECRET, key, key.slice(5), admin.key, weak.key])
    for (const [place, text] of Object.entries(places)) expect([place, text.includes(word)]).toEqual([place, false]);
  expect(JSON.stringify(audit)).not.toContain(TEXT);
  expect(JSON.stringify(logged)).not.toContain(TEXT);
});
