import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import chats from "@postern/chats";
import { testGateway } from "@postern/core/testing";
import service from "@postern/service";
import lmdb from "@postern/storage-lmdb";
import { generateX25519Identity, identityToRecipient } from "age-encryption";
import { describe, expect, it, onTestFinished } from "vitest";

const HOUR = 3_600_000;

function newFolder(): string {
  const path = mkdtempSync(join(tmpdir(), "postern-schedule-"));
  onTestFinished(() => rmSync(path, { recursive: true, force: true }));
  return path;
}

async function start(backupFolders: readonly string[] = [tmpdir()]) {
  const data = newFolder();
  let time = Date.UTC(2026, 10, 22);
  const found = await testGateway({
    plugins: [chats(), service({ data, verifyEveryMs: 0, backupFolders: [...backupFolders] })],
    storage: lmdb({ path: join(data, "store") }),
    now: () => time,
    background: true,
  });
  onTestFinished(found.stop);
  const policy = async () => (await found.admin.post("service.backups.policy")).body.policy;
  const update = async (input: object) => (await found.admin.post("service.backups.policy.update", input)).body;
  const scheduled = (folder = join(data, "backups")) =>
    (existsSync(folder) ? readdirSync(folder) : []).filter((name) => name.startsWith("scheduled-")).sort();
  const lastAt = async () => (await policy()).last?.at;
  return {
    ...{ ...found, data, policy, update, scheduled },
    /** Advances the clock, by which a backup is due. */
    async pass(hours: number) {
      await found.advance(hours * HOUR);
      expect(await lastAt()).toBe(found.now());
    },
    /** Sets the clock back. */
    setBack(milliseconds: number) {
      time -= milliseconds;
    },
    findings: async () =>
      (await found.admin.post("service.doctor")).body.findings as { id: string; severity: string; evidence: string }[],
  };
}

describe("scheduled backups", () => {
  it("are off until the policy is enabled, and then made at once and at each interval", async () => {
    const test = await start();
    expect(await test.policy()).toEqual({
      ...{ enabled: false, everyHours: 24, keep: 7, folder: join(test.data, "backups") },
    });
    const { policy } = await test.update({ enabled: true, everyHours: 6, keep: 2 });
    expect(policy).toMatchObject({ enabled: true, everyHours: 6, keep: 2, nextAt: test.now() });
    await test.pass(0);
    expect(await test.policy()).toMatchObject({ nextAt: test.now() + 6 * HOUR, last: { path: expect.any(String) } });
    expect(test.scheduled()).toHaveLength(1);
    await test.pass(6);
    expect(test.scheduled()).toHaveLength(2);
    const { body } = await test.admin.post("service.backups.verify", { path: test.scheduled()[1] });
    expect(body.signer.isOwn).toBe(true);
  });

  it("keep the newest, and all backups that people have made", async () => {
    const test = await start();
    await test.admin.post("service.backup", { path: "mine.backup" });
    await test.update({ enabled: true, everyHours: 1, keep: 2 });
    await test.pass(0);
    for (let hour = 0; hour < 3; hour++) await test.pass(1);
    expect(test.scheduled()).toEqual(["scheduled-20261122T020000000Z.backup", "scheduled-20261122T030000000Z.backup"]);
    const { backups } = (await test.admin.post("service.backups.list", { fields: "path,scheduled" })).body;
    expect(backups).toContainEqual({ path: "mine.backup", scheduled: false });
    expect(backups).toHaveLength(3);
  });

  it("stop when the policy is disabled, and start again when it is enabled", async () => {
    const test = await start();
    await test.update({ enabled: true, everyHours: 1 });
    await test.pass(0);
    expect((await test.update({ enabled: false })).policy).not.toHaveProperty("nextAt");
    await test.advance(5 * HOUR);
    await test.update({ enabled: true });
    await test.pass(0);
    expect(test.scheduled()).toHaveLength(2);
    await test.update({ everyHours: 2 });
    expect((await test.policy()).nextAt).toBe(test.now() + 2 * HOUR);
  });

  it("can be encrypted for recipients", async () => {
    const test = await start();
    const identity = await generateX25519Identity();
    await test.update({ enabled: true, recipients: [await identityToRecipient(identity)] });
    await test.pass(0);
    const [path] = test.scheduled();
    expect(path).toMatch(/\.backup\.age$/);
    expect((await test.admin.post("service.backups.verify", { path, identity })).body.signer.isOwn).toBe(true);
    expect((await test.policy()).recipients).toHaveLength(1);
    await test.update({ recipients: [] });
    expect(await test.policy()).not.toHaveProperty("recipients");
  });

  it("can be in another folder, where list, verify and remove find them", async () => {
    const test = await start();
    const folder = newFolder();
    writeFileSync(join(folder, "notes.txt"), "not a backup");
    await test.update({ enabled: true, folder });
    await test.pass(0);
    const [path = ""] = test.scheduled(folder);
    expect((await test.policy()).last.path).toBe(join(folder, path));
    const { backups } = (await test.admin.post("service.backups.list")).body;
    expect(backups).toEqual([expect.objectContaining({ path, folder, scheduled: true, encrypted: false })]);
    expect((await test.admin.post("service.backups.verify", { path })).status).toBe(200);
    expect((await test.admin.post("service.backups.remove", { path: "notes.txt" })).status).toBe(404);
    expect((await test.admin.post("service.backups.remove", { path })).body.dryRun).toBe(true);
    expect(test.scheduled(folder)).toEqual([path]);
    await test.admin.post("service.backups.remove", { path, execute: true });
    expect(readdirSync(folder)).toEqual(["notes.txt"]);
  });

  it("are refused in a folder that the configuration does not allow, also through a link", async () => {
    const allowed = newFolder();
    const other = newFolder();
    symlinkSync(other, join(allowed, "link"));
    mkdirSync(join(allowed, "below"));
    const { admin } = await start([allowed]);
    const answer = async (folder: string, { post } = admin) => {
      const { status, body } = await post("service.backups.policy.update", { folder });
      return [status, body.issues?.[0]?.message ?? body.policy.folder];
    };
    const refused = [400, expect.stringContaining(`only ${allowed} is. Add`)];
    for (const folder of ["/etc", "/", other, `${allowed}-beside`, join(allowed, "link"), join(allowed, "..")])
      expect([folder, ...(await answer(folder))]).toEqual([folder, ...refused]);
    for (const folder of [allowed, join(allowed, "below")]) expect(await answer(folder)).toEqual([200, folder]);
    const none = await start([]);
    expect(await answer(other, none.admin)).toEqual([400, expect.stringContaining("no folder is. Add")]);
  });

  it("are refused in a folder that cannot be used", async () => {
    const { admin, data } = await start();
    mkdirSync(join(data, "own"));
    for (const [folder, said] of [
      ["there", "must be an absolute path"],
      [join(tmpdir(), "no-such-folder"), "must be an existing folder"],
      [join(data, "own"), "must not be in the data folder"],
      [data, "must not be in the data folder"],
    ]) {
      const { status, body } = await admin.post("service.backups.policy.update", { folder });
      expect([folder, status, body.issues?.[0]?.message]).toEqual([
        folder,
        400,
        expect.stringContaining(said as string),
      ]);
    }
  });

  it("are retried after a failure, which the doctor reports", async () => {
    const test = await start();
    const folder = newFolder();
    await test.update({ enabled: true, everyHours: 24, folder });
    await test.pass(0);
    rmSync(folder, { recursive: true });
    writeFileSync(folder, "a file in place of the folder");
    await test.advance(24 * HOUR);
    expect((await test.policy()).failure).toMatchObject({ attempts: 1 });
    const failed = (await test.findings()).find(({ id }) => id === "backup.failed");
    expect(failed?.evidence).toMatch(/^The scheduled backup failed once, last at .*: .*ENOTDIR|EEXIST/);
    const { nextAt } = await test.policy();
    expect(nextAt).toBe(test.now() + 5 * 60_000);
    rmSync(folder);
    mkdirSync(folder);
    chmodSync(folder, 0o700);
    await test.pass(1);
    expect(await test.policy()).not.toHaveProperty("failure");
    expect(test.scheduled(folder)).toHaveLength(1);
    expect((await test.findings()).map(({ id }) => id)).not.toContain("backup.failed");
  });
});

describe("the doctor", () => {
  it("warns of a missing backup, and of one that is too old for the policy", async () => {
    const test = await start();
    const { advance, setBack, findings, now, admin } = test;
    // Files are dated by the file system, which has its own clock.
    const passAWeek = () => advance(Date.now() - now() + 8 * 24 * HOUR);
    const found = async () => (await findings()).map(({ id, severity, evidence }) => [id, severity, evidence]);
    expect(await found()).toEqual([["backup.none", "info", "No backup exists yet"]]);
    const before = now();
    await passAWeek();
    expect(await found()).toEqual([["backup.old", "warning", "No backup exists"]]);
    setBack(now() - before);
    await admin.post("service.backup");
    expect(await found()).toEqual([]);
    await passAWeek();
    expect(await found()).toEqual([["backup.old", "warning", expect.stringMatching(/^The newest backup was created/)]]);
  });

  it("reports the problems of the status", async () => {
    const test = await start();
    chmodSync(test.data, 0o755);
    const { body } = await test.admin.post("service.status");
    const found = (await test.findings()).map(({ id: check, evidence: message, ...rest }) => ({
      check,
      message,
      ...rest,
    }));
    expect(found.map(({ check }) => check)).toEqual(["folder.open", "backup.none"]);
    expect(body).toMatchObject({ status: "degraded", problems: found });
    expect((await test.admin.send("/health")).body).toEqual({ status: "ok" });
  });
});
