import { spawnSync } from "node:child_process";
import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { StoreDriver } from "@postern/core/storage";
import { testGateway } from "@postern/core/testing";
import service from "@postern/service";
import memory from "@postern/storage-memory";
import { describe, expect, it, onTestFinished } from "vitest";
import { lastVerified } from "../../../plugins/service/src/collections.ts";
import { notes, notesPlugin } from "../../core/fixtures/notes.ts";

const DAY = 86_400_000;

describe("the store of a running gateway", () => {
  it("is verified after each interval, and damaged records are logged and shown", async () => {
    const store = memory() as StoreDriver & Pick<Required<StoreDriver>, "getKeys">;
    let checks = 0;
    const storage: StoreDriver = {
      ...store,
      getItem(key, options) {
        if (key === lastVerified.key) checks++;
        return store.getItem(key, options);
      },
    };
    let time = Date.UTC(2026, 10, 22);
    const plugins = [service({ verifyEveryMs: 50 }), notesPlugin()];
    const { admin, logged, stop } = await testGateway({ plugins, storage, now: () => time });
    onTestFinished(stop);
    const damage = () => logged.filter(({ message }) => message === "The store is damaged").length;
    await admin.post("notes.add", { text: "tea" });
    const isVerified = async () => (await store.getItem(lastVerified.key, {})) !== null;
    await expect.poll(isVerified).toBe(true);
    const keys = await store.getKeys("", {});
    const key = keys.find((one) => one.startsWith(notes.head)) as string;
    await storage.setItem?.(key, "not what was written", {});
    // Nothing is due until the clock advances, even after several checks.
    const before = checks;
    await expect.poll(() => checks).toBeGreaterThanOrEqual(before + 3);
    expect(damage()).toBe(0);
    time += DAY;
    await expect.poll(damage).toBe(1);
    const { body } = await admin.post("service.doctor");
    expect(body.findings.map((finding: { id: string }) => finding.id)).toContain("store.verification");
  });
});

describe("files of interrupted backups", () => {
  it("are removed at startup, but not completed backups or one in progress", async () => {
    const data = mkdtempSync(join(tmpdir(), "postern-sweep-"));
    onTestFinished(() => rmSync(data, { recursive: true, force: true }));
    const folder = join(data, "backups");
    mkdirSync(folder);
    // The pid of a process that has exited.
    const { pid } = spawnSync(process.execPath, ["-e", ""]);
    const left = join(folder, `.postern-1.backup.${pid}.abc123`);
    const running = join(folder, `.postern-2.backup.${process.pid}.abc123`);
    const done = join(folder, "postern-3.backup");
    for (const path of [left, running, done]) writeFileSync(path, "x");
    const { stop } = await testGateway({ plugins: [service({ data })], storage: memory() });
    onTestFinished(stop);
    await expect.poll(() => existsSync(left)).toBe(false);
    expect(readdirSync(folder).sort()).toEqual([`.postern-2.backup.${process.pid}.abc123`, "postern-3.backup"]);
  });
});
