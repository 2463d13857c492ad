import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import chats from "@postern/chats";
import { testGateway } from "@postern/core/testing";
import service from "@postern/service";
import { openBackup } from "@postern/service/backup";
import lmdb from "@postern/storage-lmdb";
import memory from "@postern/storage-memory";
import { describe, expect, it, onTestFinished } from "vitest";

function newFolder(): string {
  const path = mkdtempSync(join(tmpdir(), "postern-backup-"));
  onTestFinished(() => rmSync(path, { recursive: true, force: true }));
  return path;
}

async function start() {
  const data = newFolder();
  const found = await testGateway({
    plugins: [chats(), service({ data })],
    storage: lmdb({ path: join(data, "store") }),
  });
  onTestFinished(found.stop);
  const { chat } = await found.gateway.call("chats.create", { title: "Tea" });
  let sent = 0;
  const say = async (content = "tea") =>
    found.gateway.call("chats.messages.create", {
      chatId: chat.id,
      actorId: "a",
      clientMessageId: `m${sent++}`,
      content,
    });
  return { ...found, data, say };
}

async function recordsIn(file: string): Promise<Map<string, unknown>> {
  const backup = await openBackup(file);
  const records = new Map<string, unknown>();
  for await (const { kind, name, value } of backup.frames())
    if (kind === "record") records.set(name, JSON.parse(value.toString()).d);
  await backup.close();
  return records;
}

describe("service.backup", () => {
  it("contains a consistent snapshot during writes, with all counted messages and events", async () => {
    const { admin, data, say } = await start();
    for (let n = 0; n < 200; n++) await say();
    let writing = true;
    const writer = (async () => {
      while (writing) await Promise.all(Array.from({ length: 8 }, () => say("x".repeat(2_000))));
    })();
    const { status, body } = await admin.post("service.backup", { path: "first.backup" });
    writing = false;
    await writer;
    expect(status).toBe(200);
    const file = join(data, "backups/first.backup");
    expect(body).toEqual({
      path: "backups/first.backup",
      records: expect.any(Number),
      blobs: 0,
      bytes: statSync(file).size,
      damaged: 0,
      signer: expect.stringMatching(/^SHA256:/),
      encrypted: false,
    });
    const records = await recordsIn(file);
    expect(records.size).toBe(body.records);
    const keys = [...records.keys()];
    const messages = keys.filter((key) => key.startsWith("chats=2emessage!:") || key.startsWith("chats.2emessage!:"));
    const stored = keys
      .filter((key) => key.startsWith("journal!:"))
      .flatMap((key) => (records.get(key) as { events: { type: string }[] }).events)
      .filter(({ type }) => type === "chats.message.created");
    expect(messages.length).toBeGreaterThanOrEqual(200);
    expect(stored.length).toBe(messages.length);
    expect(readdirSync(join(data, "backups"))).toEqual(["first.backup"]);
    expect(statSync(file).mode & 0o777).toBe(0o600);
  });

  it("is named after its time, replaces no file, and emits an event", async () => {
    const { admin } = await start();
    const { body } = await admin.post("service.backup");
    expect(body.path).toMatch(/^backups\/postern-\d{8}T\d{9}Z\.backup$/);
    const name = body.path.slice("backups/".length);
    expect(await admin.post("service.backup", { path: name })).toMatchObject({
      status: 409,
      body: { code: "service.backup_exists" },
    });
  });

  it.each(["../x", "/etc/passwd", ".hidden", "a/b", "a\u0000b", ""])("refuses a path: %j", async (path) => {
    const { admin } = await start();
    expect((await admin.post("service.backup", { path })).status).toBe(400);
  });

  it("is refused without a data folder", async () => {
    const { admin, stop } = await testGateway({ plugins: [service()] });
    onTestFinished(stop);
    expect(await admin.post("service.backup")).toMatchObject({ status: 409, body: { code: "service.no_data_folder" } });
  });

  it("leaves no files behind if it fails", async () => {
    const { admin, data } = await start();
    writeFileSync(join(data, "backups"), "in the way");
    expect(await admin.post("service.backup")).toMatchObject({ status: 503, body: { code: "service.backup_failed" } });
    expect(readdirSync(data).sort()).toEqual(["backups", "store"]);
  });
});

describe("a backup file", () => {
  it("is refused if it is truncated or changed", async () => {
    const { admin, data, say } = await start();
    for (let n = 0; n < 5; n++) await say();
    await admin.post("service.backup", { path: "good" });
    const good = readFileSync(join(data, "backups/good"));
    const bad = join(data, "bad");
    const places = Array.from({ length: 40 }, (_, n) => Math.floor((good.length * n) / 40));
    for (const at of places) {
      writeFileSync(bad, good.subarray(0, at));
      await expect(recordsIn(bad)).rejects.toMatchObject({ code: "INVALID_BACKUP" });
      const changed = Buffer.from(good);
      changed[at] = (changed[at] as number) ^ 0x20;
      writeFileSync(bad, changed);
      await expect(recordsIn(bad)).rejects.toMatchObject({ code: "INVALID_BACKUP" });
    }
    writeFileSync(bad, Buffer.concat([good, Buffer.from("more")]));
    await expect(recordsIn(bad)).rejects.toMatchObject({ code: "INVALID_BACKUP" });
  });
});

describe("service.verify", () => {
  it("reads every record, and lists damaged ones", async () => {
    const { admin, say } = await start();
    await say();
    const { body } = await admin.post("service.verify");
    expect(body).toEqual({ checked: expect.any(Number), damaged: 0, keys: [], lost: [] });
    expect(body.checked).toBeGreaterThan(5);
  });

  it("reads the store at most twice for concurrent callers", async () => {
    let runs = 0;
    const storage = memory();
    const verify = async () => {
      runs++;
      return { checked: 1, damaged: 0, keys: [], lost: [] };
    };
    const { admin, stop } = await testGateway({
      plugins: [service({ verifyEveryMs: 0 })],
      storage: { ...storage, verify },
    });
    onTestFinished(stop);
    const replies = await Promise.all(Array.from({ length: 16 }, () => admin.post("service.verify")));
    expect(replies.map(({ status }) => status)).toEqual(Array(16).fill(200));
    expect(runs).toBeLessThanOrEqual(2);
    expect((await admin.post("service.verify")).status).toBe(200);
  });
});
