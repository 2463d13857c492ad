import { existsSync, mkdirSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { newUser } from "./postern.ts";

const lines = (text: string) => text.trim().split("\n").length;

describe("the configuration", () => {
  it("selects the groups to run", async () => {
    const user = newUser();
    user.configure({ plugins: { chats: false, audio: {} } });
    const { out } = await user.run("--help");
    expect(out).toContain("\n  context ");
    expect(out).toContain("\n  audio ");
    expect(out).not.toContain("\n  chats ");
    const { code, err } = await user.run("chats", "list", "--limit", "1");
    const file = join(user.home, "postern.config.json");
    expect([code, err]).toEqual([
      2,
      `The group "chats" is disabled in ${file}. Enable it with "postern config enable chats".\n`,
    ]);
  });

  it("runs only the groups in plugins with pluginsOnly", async () => {
    const user = newUser();
    user.configure({ plugins: { context: true, chats: false }, pluginsOnly: true });
    const { out } = await user.run("--help");
    expect(out).toContain("\n  context ");
    expect(out).not.toContain("\n  audio ");
    expect((await user.run("audio")).err).toContain('The group "audio" is disabled in');
    user.configure({ pluginsOnly: true });
    expect((await user.run("chats")).err).toContain("pluginsOnly requires plugins");
  });

  it("of the user's folder applies in folders without one, and names no relative folder", async () => {
    const user = newUser();
    const folder = join(user.home, ".config", "postern");
    mkdirSync(folder, { recursive: true });
    const file = join(folder, "postern.config.json");
    writeFileSync(file, JSON.stringify({ plugins: { chats: false } }));
    expect((await user.run("chats")).err).toContain(`is disabled in ${file}`);
    user.configure({ plugins: { audio: false } });
    expect((await user.run("chats")).code).toBe(0);
    writeFileSync(file, JSON.stringify({ data: "here" }));
    rmSync(join(user.home, "postern.config.json"));
    expect((await user.run("chats")).err).toBe(
      `${file}: data must be an absolute path, because this file applies in every folder\n`,
    );
  });

  it("can be a file of code", async () => {
    const user = newUser();
    user.configure("const plugins: Record<string, boolean> = { chats: false };\nexport default { plugins };\n");
    expect((await user.run("--help")).out).not.toContain("\n  chats ");
  });

  it("is read from the current folder, or from the file named before the command", async () => {
    const user = newUser();
    user.configure({ plugins: { chats: true } });
    writeFileSync(join(user.home, "other.json"), JSON.stringify({ plugins: { chats: false } }));
    expect((await user.run("--config-file", "other.json", "--help")).out).not.toContain("\n  chats ");
    expect((await user.run("--config-file", "none.json", "--help")).err).toBe(
      `The configuration file ${join(user.home, "none.json")} does not exist\n`,
    );
  });

  it("is overridden by the environment, which is overridden by flags", async () => {
    const user = newUser();
    user.configure({ data: "of-file" });
    const made = (name: string) => existsSync(join(user.home, name, "postern.json"));
    await user.runWith({ POSTERN_DATA: "of-environment" }, "", "init", "--data", "of-flag");
    expect([made("of-flag"), made("of-environment"), made("of-file")]).toEqual([true, false, false]);
    await user.runWith({ POSTERN_DATA: "of-environment" }, "", "init");
    expect([made("of-environment"), made("of-file")]).toEqual([true, false]);
    await user.runWith({ POSTERN_DATA: "" }, "", "init");
    expect(made("of-file")).toBe(true);
  });

  it("is refused in one line if it is invalid", async () => {
    const user = newUser();
    for (const [config, said] of [
      [{ prot: 1 }, "unknown setting prot"],
      [{ port: "x" }, "port must be a number"],
      [{ hosts: "one" }, "hosts must be a list"],
      [{ plugins: { nothing: true } }, 'Unknown group "nothing"'],
      [{ plugins: { nothing: false } }, 'Unknown group "nothing"'],
      [{ plugins: { chats: "yes" } }, "plugins.chats must be true, false"],
      [{ plugins: { "@postern/storage-memory": true } }, "is not a Postern plugin"],
      [{ store: "nowhere:x" }, 'Unknown storage driver "nowhere"'],
      [{ store: "redis:redis://127.0.0.1" }, "Cannot find package 'ioredis'"],
      [{ store: "lmdb:" }, "requires a folder"],
    ] as const) {
      user.configure(config);
      const { code, err } = await user.run("init");
      expect([config, code, lines(err)]).toEqual([config, 2, 1]);
      expect(err).toContain(said);
    }
    writeFileSync(join(user.home, "postern.config.json"), "{ nope");
    expect((await user.run("chats")).code).toBe(2);
    for (const name of ["POSTERN_PORT", "POSTERN_URL", "POSTERN_HOOKS_PRIVATE"]) {
      const { code, err } = await user.runWith({ [name]: "x" }, "", "chats");
      expect([name, code, lines(err)]).toEqual([name, 2, 1]);
    }
  });

  it("prevents the start if a group refuses its configuration", async () => {
    const user = newUser();
    user.configure({ plugins: { context: true, chats: { colour: "red" } } });
    const { code, err } = await user.run("start", "--port", "0");
    expect([code, err]).toEqual([2, "plugins.chats: /colour is not a known field\n"]);
    expect(existsSync(join(user.data, "postern.json"))).toBe(false);
  });

  it("can name any unstorage driver", async () => {
    const user = newUser();
    mkdirSync(join(user.home, "files"));
    user.configure({ store: `fs:${join(user.home, "files")}` });
    expect((await user.run("init")).code).toBe(0);
    await user.run("chats", "create", "--title", "on files");
    expect((await user.json("chats", "list")).total).toBe(1);
  });
});
