import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { newUser } from "./postern.ts";

const lines = (text: string) => text.trim().split("\n").length;

describe("postern init", () => {
  it("creates the data folder with mode 0700, and prints the first key in one line", async () => {
    const user = newUser();
    const { code, out } = await user.run("init", "--json");
    expect(code).toBe(0);
    expect(lines(out)).toBe(1);
    expect(JSON.parse(out)).toEqual({
      key: expect.stringMatching(/^rctx_[\w-]{43}$/),
      context: expect.stringMatching(/^ctx_/),
      data: user.data,
    });
    expect(statSync(user.data).mode & 0o777).toBe(0o700);
  });

  it("prints only the key on standard output, so that it can be piped", async () => {
    const { code, out } = await newUser().run("init");
    expect(code).toBe(0);
    expect(out).toMatch(/^rctx_[\w-]{43}\n$/);
  });

  it("saves the key in the user's folder and not in the data folder", async () => {
    const user = newUser();
    const { key } = await user.json("init");
    const saved = join(user.home, ".config/postern/keys.json");
    expect(readFileSync(saved, "utf8")).toContain(key);
    expect(statSync(saved).mode & 0o777).toBe(0o600);
    for (const name of readdirSync(user.data, { recursive: true, withFileTypes: true })) {
      if (name.isFile()) expect(readFileSync(join(name.parentPath, name.name)).includes(key)).toBe(false);
    }
  });

  it("refuses a second admin key without --force", async () => {
    const user = newUser();
    await user.run("init");
    const again = await user.run("init");
    expect([again.code, again.out]).toEqual([5, ""]);
    expect(again.err).toContain("--force");
  });

  it("asks before it creates another admin key, and requires --yes without a terminal", async () => {
    const user = newUser();
    const { key } = await user.json("init");
    const refused = await user.run("init", "--force");
    expect([refused.code, refused.out]).toEqual([5, ""]);
    expect(refused.err).toContain("--yes");
    const { key: other } = await user.json("init", "--force", "--yes");
    expect(other).not.toBe(key);
  });

  it("does not require --yes for the first key of a folder", async () => {
    expect((await newUser().run("init", "--force")).code).toBe(0);
  });

  it("does not change a folder with other files", async () => {
    const user = newUser();
    const folder = join(user.home, "photos");
    mkdirSync(folder, { mode: 0o755 });
    writeFileSync(join(folder, "tree.jpg"), "");
    const { code, err } = await user.run("init", "--data", folder);
    expect([code, lines(err)]).toEqual([2, 1]);
    expect(readdirSync(folder)).toEqual(["tree.jpg"]);
    expect(statSync(folder).mode & 0o777).toBe(0o755);
  });
});

describe("a folder that was not initialised", () => {
  it("is neither served nor created", async () => {
    const user = newUser();
    const { code, err } = await user.run("serve", "--port", "0");
    expect([code, err]).toEqual([1, `${user.data} is not initialised. Run "postern init --data ${user.data}".\n`]);
    expect(existsSync(user.data)).toBe(false);
  });

  it("is named by commands, unless a key or another gateway is given", async () => {
    const user = newUser();
    for (const command of [
      ["chats", "list"],
      ["events", "stream"],
    ]) {
      const { code, err } = await user.run(...command);
      expect([code, err]).toEqual([1, `${user.data} is not initialised. Run "postern init --data ${user.data}".\n`]);
    }
    expect(await user.run("chats", "list", "--gateway", "http://127.0.0.1:9")).toMatchObject({
      code: 4,
      err: expect.stringContaining("No key found"),
    });
    expect(existsSync(user.data)).toBe(false);
  });

  it("is refused if its store is missing, and no empty store is created", async () => {
    const user = newUser();
    await user.run("init");
    rmSync(join(user.data, "store"), { recursive: true });
    const { code, err } = await user.run("serve", "--port", "0");
    expect([code, err]).toContain(1);
    expect(err).toContain("Restore it");
    expect(existsSync(join(user.data, "store"))).toBe(false);
  });

  it("is refused with another store", async () => {
    const user = newUser();
    await user.run("init");
    const { code, err } = await user.run("chats", "list", "--store", `lmdb:${join(user.home, "elsewhere")}`);
    expect([code, lines(err)]).toEqual([1, 1]);
    expect(err).toContain("another store");
    expect(existsSync(join(user.home, "elsewhere"))).toBe(false);
  });
});
