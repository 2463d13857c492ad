import { existsSync, readdirSync, rmSync, truncateSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { newUser } from "./postern.ts";

/** A user with a chat of a few messages, and a function to list them. */
async function settled() {
  const user = newUser();
  await user.run("init");
  const { chat } = await user.json("chats", "create", "--title", "Tea");
  const say = (n: number) =>
    user.json(
      "chats",
      "messages",
      "create",
      "--chatId",
      chat.id,
      "--actorId",
      "a",
      "--clientMessageId",
      `m${n}`,
      "--content",
      `cup ${n}`,
    );
  for (let n = 0; n < 3; n++) await say(n);
  const listed = (...flags: string[]) => user.json("chats", "messages", "list", "--chatId", chat.id, ...flags);
  return { user, chat, say, listed };
}

describe("postern restore", () => {
  it("restores a backup, keeps the previous store, and continues with higher numbers", async () => {
    const { user, say, listed } = await settled();
    const { path } = await user.json("service", "backup");
    const before = await listed();
    const late = await say(9);
    expect(await user.run("restore", path)).toMatchObject({ code: 5, err: expect.stringContaining("--force") });
    const restored = await user.json("restore", path, "--force");
    expect(restored).toMatchObject({
      records: expect.any(Number),
      blobs: 0,
      kept: expect.stringContaining("store.before-"),
    });
    expect(await listed()).toEqual(before);
    const next = await say(10);
    expect(next.message.sortKey > before.messages.at(-1).sortKey).toBe(true);
    expect((await listed()).messages.map(({ id }: { id: string }) => id)).not.toContain(late.messageId);
    expect(existsSync(restored.kept)).toBe(true);
    expect((await user.json("service", "verify")).damaged).toBe(0);
  });

  it("creates a missing store, which the keys in the backup can open", async () => {
    const { user, listed } = await settled();
    const { path } = await user.json("service", "backup", "--path", "all.backup");
    const before = await listed();
    rmSync(join(user.data, "store"), { recursive: true });
    expect((await user.run("chats", "list")).err).toContain("is missing");
    expect(await user.run("restore", "all.backup")).toMatchObject({
      code: 0,
      out: expect.stringMatching(/^Restored \d+ records/),
    });
    expect(await listed()).toEqual(before);
    expect(path).toBe("backups/all.backup");
  });

  it("changes nothing if the backup is damaged or a gateway serves the folder", async () => {
    const { user, listed } = await settled();
    const { path, bytes } = await user.json("service", "backup");
    const before = await listed();
    const served = await user.serve();
    expect(await user.run("restore", path, "--force")).toMatchObject({
      code: 1,
      err: expect.stringContaining("Stop it first"),
    });
    served.child.kill("SIGTERM");
    await served.ended;
    truncateSync(join(user.data, path), bytes - 100);
    const refused = await user.run("restore", path, "--force");
    expect(refused).toMatchObject({ code: 1, err: expect.stringMatching(/is incomplete.*at byte \d+/) });
    expect(await listed()).toEqual(before);
    expect(readdirSync(user.data).filter((name) => name.startsWith("store"))).toEqual(["store"]);
    expect(await user.run("restore", "nothing")).toMatchObject({
      code: 2,
      err: expect.stringContaining("Backup nothing not found"),
    });
  });
});

describe("postern migrate", () => {
  it.each(["fs:files", "lmdb:other"])("copies the store to %s, which then returns the same data", async (to) => {
    const { user, say, listed } = await settled();
    const before = await listed();
    const { records, damaged } = await user.json("migrate", "--from", "lmdb:store", "--to", to);
    expect(records).toBeGreaterThan(10);
    expect(damaged).toEqual([]);
    expect(await user.run("migrate", "--from", "lmdb:store", "--to", to)).toMatchObject({ code: 5 });
    expect(await user.run("init", "--store", to, "--force", "--yes")).toMatchObject({ code: 0 });
    expect(await listed("--store", to)).toEqual(before);
    expect((await user.json("events", "list", "--store", to, "--type", "chats.message.*")).events).toHaveLength(3);
    await user.run("init", "--force", "--yes");
    expect(await listed()).toEqual(before);
    expect((await say(4)).disposition).toBe("created");
  });

  it("reports missing flags", async () => {
    const user = newUser();
    expect(await user.run("migrate", "--from", "lmdb:store")).toMatchObject({
      code: 2,
      err: expect.stringContaining("--to"),
    });
    expect(await user.run("migrate", "--from", "memory", "--to", "fs:x")).toMatchObject({ code: 2 });
  });
});
