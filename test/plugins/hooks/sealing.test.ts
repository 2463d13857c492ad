import { mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { inspect } from "node:util";
import { complete } from "@postern/core/storage";
import credentials from "@postern/credentials";
import service from "@postern/service";
import { fill, portionsOf } from "@postern/service/backup";
import memory from "@postern/storage-memory";
import { describe, expect, it, onTestFinished } from "vitest";
import { secrets } from "../../../plugins/hooks/src/collections.ts";
import { until } from "../../run/until.ts";
import { spellings, storeText } from "../credentials/gateway.ts";
import { openGateway } from "./gateway.ts";
import { isSigned, startReceiver } from "./receiver.ts";

function place() {
  const path = mkdtempSync(join(tmpdir(), "postern-hooks-"));
  onTestFinished(() => rmSync(path, { recursive: true, force: true }));
  const data = join(path, "data");
  return { data, keys: join(path, "keys"), vault: () => credentials({ data, vault: { keys: join(path, "keys") } }) };
}

const records = async (fixture: Awaited<ReturnType<typeof openGateway>>) =>
  (await fixture.recordsOf(secrets)).map((text) => JSON.parse(text).d);

describe("a hook's secret, with the credentials group", () => {
  it("is encrypted in the store, and appears only in the response that returns it", async () => {
    const { data, vault } = place();
    const [fixture, target] = [await openGateway({ plugins: [vault(), service({ data })] }), await startReceiver()];
    const events: unknown[] = [];
    for (const { type } of fixture.gateway.manifest.events)
      fixture.gateway.on({ type, summary: "", data: {} as never }, (event) => void events.push(event));
    const planned = await fixture.admin.post(
      "hooks.create",
      { url: target.url, types: ["chats.**"] },
      { "x-dry-run": "true" },
    );
    const { hook, secret } = await fixture.hook(target.url);
    const { secret: next } = await fixture.post("hooks.rotate", { id: hook.id });
    await fixture.happen();
    const [request] = await target.got(1);
    expect(isSigned(request!, secret)).toBe(true);
    expect(isSigned(request!, next)).toBe(true);
    const shown = [planned.body, await fixture.post("hooks.list"), await fixture.post("hooks.show", { id: hook.id })];
    const everything = {
      shown: JSON.stringify(shown),
      events: JSON.stringify(events),
      logged: inspect(fixture.logged, { depth: 20, maxStringLength: null }),
      store: await storeText(fixture.storage),
    };
    expect(everything.store).toContain("hooks.2esecret");
    for (const [where, text] of Object.entries(everything))
      for (const spelled of [...spellings(secret), ...spellings(next)])
        expect(text.includes(spelled), `${where} holds ${spelled}`).toBe(false);
    const { queues } = await fixture.post("service.status");
    expect(queues.find(({ name }: { name: string }) => name === "hooks.secrets")).not.toHaveProperty("trouble");
  });

  it("is encrypted for its hook only: the record of another hook cannot replace it", async () => {
    const { vault } = place();
    const [fixture, target] = [await openGateway({ plugins: [vault()] }), await startReceiver()];
    const { hook } = await fixture.hook(target.url);
    const { hook: other } = await fixture.hook(target.url, ["nothing.**"]);
    const [own, foreign] = [`hooks.2esecret!:${hook.id}`, `hooks.2esecret!:${other.id}`];
    const stolen = String(await fixture.storage.getItem(foreign, {})).replace(other.id, hook.id);
    fixture.storage.setItem?.(own, stolen, {});
    await fixture.happen();
    const delivery = await fixture.sees(hook.id, { status: "waiting", attempts: 1 });
    expect(delivery.lastError).toMatch(/secret .*damaged/);
    expect(target.received).toEqual([]);
  });

  it("keeps signing after the vault's key is rotated, and is encrypted with the new key", async () => {
    const { vault } = place();
    const [fixture, target] = [await openGateway({ plugins: [vault()] }), await startReceiver()];
    const { hook, secret } = await fixture.hook(target.url);
    await fixture.post("hooks.rotate", { id: hook.id });
    const [before] = await records(fixture);
    await fixture.post("credentials.vault.rotate", { execute: true });
    await until(async () => {
      const [after] = await records(fixture);
      expect(after.secret.text.split(" ")[0]).not.toBe(before.secret.text.split(" ")[0]);
      expect(after.former[0].text.split(" ")[0]).toBe(after.secret.text.split(" ")[0]);
    });
    await fixture.happen();
    const [request] = await target.got(1);
    expect(isSigned(request!, secret)).toBe(true);
  });

  it("is encrypted at the start if an earlier version stored it in plain text", async () => {
    const { vault } = place();
    const target = await startReceiver();
    const file = new URL("fixtures/data-1.json", import.meta.url);
    const old = JSON.parse(readFileSync(file, "utf8")) as {
      secrets: Record<string, string[]>;
      records: Record<string, string>;
    };
    const storage = memory();
    const last = 20;
    await fill(await complete(storage), portionsIn(old.records, target.url), last);
    const fixture = await openGateway({ plugins: [vault()] }, storage);
    await until(async () => {
      for (const { secret, former } of await records(fixture))
        for (const one of [secret, ...former]) expect(one).toMatchObject({ isSealed: true });
    });
    expect(await records(fixture)).toHaveLength(2);
    const text = await storeText(storage);
    for (const secret of Object.values(old.secrets).flat()) expect(text.includes(secret)).toBe(false);
    await fixture.happen();
    const got = await target.got(2);
    const signed = got.map((request) => Object.values(old.secrets).filter(([secret]) => isSigned(request, secret!)));
    expect(new Set(signed.flat())).toHaveProperty("size", 2);
  });

  it("is not stored while the key is not available", async () => {
    const { keys, vault } = place();
    const fixture = await openGateway({ plugins: [vault()] });
    const { hook } = await fixture.hook("http://127.0.0.1:9/");
    rmSync(keys, { recursive: true });
    await fixture.stop();
    const again = await openGateway({ plugins: [vault()] }, fixture.storage);
    const asked = { url: "http://127.0.0.1:9/", types: ["chats.**"] };
    const { status, body } = await again.admin.post("hooks.create", asked);
    expect({ status, code: body.code }).toEqual({ status: 503, code: "hooks.secret_not_kept" });
    expect(body.detail).toContain("postern credentials vault rotate");
    expect((await again.post("hooks.list")).hooks).toHaveLength(1);
    await again.happen();
    const delivery = await again.sees(hook.id, { status: "waiting", attempts: 1 });
    expect(delivery.lastError).toContain("postern credentials vault rotate");
    // The way out that the error messages name.
    await again.post("credentials.vault.rotate", { execute: true });
    const { secret } = await again.post("hooks.rotate", { id: hook.id });
    expect(secret).toMatch(/^whsec_/);
    expect((await again.admin.post("hooks.create", asked)).status).toBe(200);
  });

  it("is encrypted in a backup and signs again after a restore", async () => {
    const { data, vault } = place();
    const plugins = () => [vault(), service({ data })];
    const [fixture, target] = [await openGateway({ plugins: plugins() }), await startReceiver()];
    const { secret } = await fixture.hook(target.url);
    const { path } = await fixture.post("service.backup");
    const bytes = readFileSync(join(data, path), "latin1");
    for (const spelled of spellings(secret)) expect(bytes.includes(spelled)).toBe(false);
    await fixture.stop();
    const storage = memory();
    await fill(await complete(storage), portionsOf(await complete(fixture.storage)), 10_000);
    const restored = await openGateway({ plugins: plugins() }, storage);
    await restored.happen();
    const [request] = await target.got(1);
    expect(isSigned(request!, secret)).toBe(true);
    expect(readdirSync(join(data, "vault")).some((name) => name.startsWith("seal_"))).toBe(true);
  });
});

describe("a hook's secret, without the credentials group", () => {
  it("is stored in plain text, which service.status shows", async () => {
    const [fixture, target] = [await openGateway({ plugins: [service()] }), await startReceiver()];
    const duty = async () =>
      (await fixture.post("service.status")).queues.find(({ name }: { name: string }) => name === "hooks.secrets");
    expect(await duty()).not.toHaveProperty("trouble");
    const { secret } = await fixture.hook(target.url);
    await fixture.happen();
    const [request] = await target.got(1);
    expect(isSigned(request!, secret)).toBe(true);
    expect((await duty()).trouble).toMatch(/1 webhook secret is not encrypted.*file permissions.*credentials/);
  });

  it("is encrypted once the group is enabled, and can then not be read without it", async () => {
    const { vault } = place();
    const target = await startReceiver();
    const plain = await openGateway();
    const { hook, secret } = await plain.hook(target.url);
    await plain.stop();
    const sealed = await openGateway({ plugins: [vault()] }, plain.storage);
    await until(async () => expect(await storeText(plain.storage)).not.toContain(secret));
    await sealed.stop();
    const without = await openGateway({}, plain.storage);
    await without.happen();
    const delivery = await without.sees(hook.id, { status: "waiting", attempts: 1 });
    expect(delivery.lastError).toMatch(/encrypted.*credentials group.*not enabled/);
    await without.stop();
    const again = await openGateway({ plugins: [vault()] }, plain.storage);
    await again.advance(60_000);
    const [request] = await target.got(1);
    expect(isSigned(request!, secret)).toBe(true);
  });
});

/** The records of the fixture, with hooks that deliver to this URL and may read everything. */
async function* portionsIn(found: Record<string, string>, url: string) {
  const entries = Object.entries(found).map(([key, value]) => ({
    key,
    value: value.replace(/http:\/\/127\.0\.0\.1:9\/\w+/, url).replace('"contextId"', '"isOwn":true,"contextId"'),
  }));
  yield { entries, damaged: [] };
}
