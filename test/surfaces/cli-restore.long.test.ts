import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, truncateSync } from "node:fs";
import { connect } from "node:net";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { describe, expect, it } from "vitest";
import { until } from "../run/until.ts";
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

describe("restore and migrate", () => {
  it("are refused while any gateway of the folder is alive, whichever started or stopped last", async () => {
    const { user, listed } = await settled();
    const { path } = await user.json("service", "backup");
    const before = await listed();
    const first = await user.serve();
    const second = await user.serve();
    process.kill(second.pid, "SIGTERM");
    await second.ended;
    for (const args of [
      ["restore", path, "--force"],
      ["migrate", "--from", "lmdb:store", "--to", "fs:files"],
    ]) {
      const { code, err } = await user.run(...args);
      expect([code, err]).toEqual([1, `A gateway is using ${user.data} (process ${first.pid}). Stop it first.\n`]);
    }
    expect(readdirSync(user.data).filter((name) => /^store|^files/.test(name))).toEqual(["store"]);
    expect(await listed()).toEqual(before);
    process.kill(first.pid, "SIGKILL");
    await first.ended;
    expect((await user.run("restore", path, "--force")).code).toBe(0);
  });

  it("are refused while a gateway completes its last requests", async () => {
    const { user } = await settled();
    const { path } = await user.json("service", "backup");
    const { key } = await user.json("context", "derive", "--label", "writer", "--scopes", "chats:write");
    const served = await user.serve();
    const { host, port } = new URL(served.url);
    const body = '{"title":"late"}';
    const socket = connect(Number(port), "127.0.0.1");
    const answer = text(socket);
    socket.write(
      `POST /api/v1/chats/create HTTP/1.1\r\nhost: ${host}\r\nauthorization: Bearer ${key}\r\n` +
        `content-type: application/json\r\nconnection: close\r\ncontent-length: ${body.length}\r\n\r\n{`,
    );
    // The gateway reads its connections in order: after this answer it has read the request above.
    expect((await fetch(`${served.url}/health`)).status).toBe(200);
    process.kill(served.pid, "SIGTERM");
    await until(() => expect(served.output.err).toContain("Stopping"));
    expect(await user.run("restore", path, "--force")).toMatchObject({
      code: 1,
      err: expect.stringContaining(`process ${served.pid}`),
    });
    socket.write(body.slice(1));
    expect(await answer).toMatch(/^HTTP\/1.1 200 /);
    expect((await served.ended).code).toBe(0);
    expect((await user.json("chats", "list")).chats.map(({ title }: { title: string }) => title)).toContain("late");
    expect((await user.run("restore", path, "--force")).code).toBe(0);
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

  it("prints commands that use the copy with the same key", async () => {
    const { user, listed } = await settled();
    const before = await listed();
    const saved = () => readFileSync(join(user.home, ".config/postern/keys.json"), "utf8");
    const key = saved();
    for (const to of ["fs:its files", "lmdb:other"]) {
      const { err } = await user.run("migrate", "--from", "lmdb:store", "--to", to);
      const [, init = "", serve = ""] =
        /^To use the new store, run "postern (.*)" and then "postern (.*)"\n$/.exec(err) ?? [];
      const wordsOf = (line: string) => line.match(/'[^']*'|\S+/g)?.map((word) => word.replaceAll("'", "")) ?? [];
      expect(await user.run(...wordsOf(init))).toEqual({
        code: 0,
        out: "",
        err: `${user.data} now uses the store ${to.replace(":", `:${user.data}/`)}. Its keys are valid; no key was created.\n`,
      });
      const served = await user.serve("serve", wordsOf(serve).slice(1));
      expect(await listed()).toEqual(before);
      expect((await user.json("context", "list")).total).toBe(1);
      served.child.kill("SIGTERM");
      await served.ended;
      expect(await user.run("init")).toMatchObject({ code: 5, err: expect.stringContaining("uses another store") });
      const back = await user.json("init", "--store", "lmdb:store");
      expect(back).toEqual({ data: user.data, store: `lmdb:${user.data}/store` });
    }
    expect(saved()).toBe(key);
    expect(await user.run("init")).toMatchObject({ code: 5, err: expect.stringContaining("--force") });
  });

  it("refuses to switch to a store whose keys do not include the saved one, and while a gateway runs", async () => {
    const { user } = await settled();
    const other = await settled();
    const store = `lmdb:${join(other.user.data, "store")}`;
    const { code, err } = await user.run("init", "--store", store);
    expect([code, err]).toEqual([5, expect.stringContaining("does not contain the saved key")]);
    expect((await user.run("chats", "list")).code).toBe(0);
    await user.run("migrate", "--from", "lmdb:store", "--to", "fs:files");
    await user.serve();
    expect(await user.run("init", "--store", "fs:files")).toMatchObject({
      code: 1,
      err: expect.stringContaining("Stop it first"),
    });
  });

  it("refuses a source that does not exist or is empty, and creates nothing", async () => {
    const { user } = await settled();
    mkdirSync(join(user.data, "empty"));
    const before = readdirSync(user.data).sort();
    for (const [from, says] of [
      ["lmdb:nostore", `The store lmdb:${user.data}/nostore does not exist.`],
      ["lmdb:empty", `The store lmdb:${user.data}/empty does not exist.`],
      ["fs:nostore", `The store fs:${user.data}/nostore does not exist.`],
      ["fs:empty", `The store fs:${user.data}/empty is empty.`],
    ] as const) {
      const { code, out, err } = await user.run("migrate", "--from", from, "--to", "fs:f2");
      expect([code, out, err]).toEqual([2, "", expect.stringContaining(says)]);
    }
    expect(readdirSync(user.data).sort()).toEqual(before);
    expect(readdirSync(join(user.data, "empty"))).toEqual([]);
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
