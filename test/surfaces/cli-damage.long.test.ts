import { createHash } from "node:crypto";
import {
  cpSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  truncateSync,
  writeFileSync,
} from "node:fs";
import { open } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { gunzipSync } from "node:zlib";
import { createBackupWriter } from "@postern/service/backup";
import { describe, expect, it } from "vitest";
import { newUser } from "./postern.ts";

const fixture = (name: string) => fileURLToPath(new URL(`fixtures/data-1/${name}`, import.meta.url));
/** Opens the fixture and nothing else. */
const FIXTURE_KEY = "rctx_3pHFETudKA9rUjFWyvp1RvNtHoMcwwyQv-HSnCdZW6U";
const storeOf = ({ data }: { data: string }) => join(data, "store/data.mdb");

describe("a data folder of an earlier version", () => {
  it("is opened, counted and verified", async () => {
    const user = newUser();
    mkdirSync(join(user.data, "store"), { recursive: true, mode: 0o700 });
    writeFileSync(storeOf(user), gunzipSync(readFileSync(fixture("data.mdb.gz"))));
    cpSync(fixture("postern.json"), join(user.data, "postern.json"));
    const call = async (...args: string[]) =>
      JSON.parse((await user.runWith({ POSTERN_TOKEN: FIXTURE_KEY }, "", ...args, "--json")).out);
    const [chat] = (await call("chats", "list")).chats;
    const { messages } = await call("chats", "messages", "list", "--chatId", chat.id);
    expect(messages.map(({ content }: { content: object }) => content)).toEqual(
      ["cup 1", "cup 2", "cup 3"].map((text) => ({ text })),
    );
    await call("chats", "create", "--title", "Coffee");
    expect(await call("service", "verify")).toMatchObject({ damaged: 0, lost: [] });
  });
});

describe("a data folder with a damaged store", () => {
  it("is not served if the store is empty, truncated or replaced, with advice", async () => {
    const user = newUser();
    await user.run("init");
    await user.json("chats", "create", "--title", "Tea");
    const whole = readFileSync(storeOf(user));
    const advice = "postern restore --force";
    for (const size of [0, 8192]) {
      truncateSync(storeOf(user), size);
      expect(await user.run("serve", "--port", "0")).toMatchObject({ code: 6, err: expect.stringContaining(advice) });
      expect(statSync(storeOf(user)).size).toBe(size);
      writeFileSync(storeOf(user), whole);
    }
    const other = newUser();
    await other.run("init");
    await other.run("chats", "list");
    writeFileSync(storeOf(user), readFileSync(storeOf(other)));
    const { code, err } = await user.run("serve", "--port", "0");
    expect([code, err]).toEqual([1, expect.stringContaining("is not the store that")]);
    writeFileSync(storeOf(user), whole);
    expect((await user.json("chats", "list")).chats).toHaveLength(1);
  });

  it("is verified in another process after a crash, and not served if that process crashes", async () => {
    const user = newUser();
    await user.run("init");
    for (let n = 0; n < 3; n++) await user.json("chats", "create", "--title", "x".repeat(3_000));
    const served = await user.serve();
    served.child.kill("SIGKILL");
    await served.ended;
    const again = await user.serve();
    expect(again.output.err).toContain("The store is intact");
    again.child.kill("SIGKILL");
    await again.ended;
    const file = storeOf(user);
    const bytes = readFileSync(file);
    for (let at = 2 * 4096; at < bytes.length; at += 4096) bytes.fill(0, at, at + 4096);
    writeFileSync(file, bytes);
    const refused = await user.run("serve", "--port", "0");
    expect(refused).toMatchObject({ code: 6, err: expect.stringContaining("postern restore --force") });
  });
});

describe("a data folder in use", () => {
  it.each(["deleted", "replaced"])("stops the gateway with an error if it is %s", async (how) => {
    const user = newUser();
    const { key } = await user.json("init");
    const served = await user.serve();
    const headers = { authorization: `Bearer ${key}`, "content-type": "application/json" };
    const create = () =>
      fetch(`${served.url}/api/v1/chats/create`, { method: "POST", headers, body: '{"title":"Tea"}' }).then(
        ({ status }) => status,
        () => "closed",
      );
    expect(await create()).toBe(200);
    if (how === "replaced") cpSync(user.data, `${user.data}.copy`, { recursive: true });
    const started = performance.now();
    rmSync(user.data, { recursive: true });
    if (how === "replaced") renameSync(`${user.data}.copy`, user.data);
    expect(await create()).not.toBe(200);
    const { code, err } = await served.ended;
    expect([code, err]).toEqual([
      1,
      expect.stringMatching(new RegExp(`was (deleted or moved|${how}) while the gateway was running`)),
    ]);
    expect(performance.now() - started).toBeLessThan(20_000);
  });
});

describe("postern restore", () => {
  /** A backup with a large value with this name. */
  async function backupWith(path: string, name: string) {
    const file = await open(path, "wx");
    const writer = await createBackupWriter(file, { createdAt: 1, version: "1.0.0", number: 1 });
    await writer.blob(name, Buffer.from("sound"));
    await writer.end();
    await file.close();
  }
  const digest = createHash("sha256").update("sound").digest("hex");
  const name = `audio:${digest.slice(0, 2)}:${digest}`;

  it("refuses large values with invalid names or links, and changes nothing", async () => {
    const user = newUser();
    await user.run("init");
    const before = readdirSync(user.data).sort();
    const bad = ["../../evil", "audio:../evil", `audio:..:${digest}`, "audio", `/${name}`, `AUDIO:${name.slice(6)}`];
    for (const [at, one] of bad.entries()) {
      const path = join(user.home, `bad-${at}.backup`);
      await backupWith(path, one);
      const refused = await user.run("restore", path, "--force", "--accept-unsigned");
      expect(refused).toMatchObject({ code: 1, err: expect.stringContaining("is not a valid name of a large value") });
    }
    const lying = join(user.home, "lying.backup");
    await backupWith(lying, `audio:00:${"0".repeat(64)}`);
    expect(await user.run("restore", lying, "--force", "--accept-unsigned")).toMatchObject({
      code: 1,
      err: expect.stringContaining("does not match the digest in its name"),
    });
    const outside = join(user.home, "outside");
    mkdirSync(outside);
    mkdirSync(join(user.data, "blobs"));
    symlinkSync(outside, join(user.data, "blobs/audio"));
    const path = join(user.home, "good.backup");
    await backupWith(path, name);
    expect(await user.run("restore", path, "--force", "--accept-unsigned")).toMatchObject({
      code: 1,
      err: expect.stringContaining("is a symbolic link"),
    });
    expect(readdirSync(outside)).toEqual([]);
    expect(readdirSync(user.data).sort()).toEqual([...before, "blobs"].sort());
    rmSync(join(user.data, "blobs"), { recursive: true });
    expect((await user.run("restore", path, "--force", "--accept-unsigned")).code).toBe(0);
    const file = join(user.data, "blobs", ...name.split(":"));
    expect([readFileSync(file, "utf8"), statSync(file).mode & 0o777]).toEqual(["sound", 0o600]);
  });

  it("moves a damaged store aside without opening it", async () => {
    const user = newUser();
    await user.run("init");
    const { path } = await user.json("service", "backup");
    const bytes = readFileSync(storeOf(user));
    bytes.fill(0, 8192);
    writeFileSync(storeOf(user), bytes);
    const restored = await user.json("restore", path, "--force");
    expect(readFileSync(join(restored.kept, "data.mdb")).equals(bytes)).toBe(true);
    expect(await user.json("service", "verify")).toMatchObject({ damaged: 0, lost: [] });
  });
});
