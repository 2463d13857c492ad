import { existsSync, mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { newUser } from "./postern.ts";

const lines = (text: string) => text.trim().split("\n").length;

describe("the configuration", () => {
  it("chooses the groups that run", async () => {
    const user = newUser();
    user.configure({ plugins: { context: true, chats: false } });
    const { out } = await user.run("--help");
    expect(out).toContain("\n  context ");
    expect(out).not.toContain("chats");
    expect((await user.run("chats", "list")).code).toBe(2);
  });

  it("is code where it is a file of code", async () => {
    const user = newUser();
    user.configure("const plugins: Record<string, boolean> = { context: true };\nexport default { plugins };\n");
    expect((await user.run("--help")).out).not.toContain("chats");
  });

  it("is that of the current folder, or the file that is named before the command", async () => {
    const user = newUser();
    user.configure({ plugins: { chats: true } });
    writeFileSync(join(user.home, "other.json"), JSON.stringify({ plugins: { context: true } }));
    expect((await user.run("--config-file", "other.json", "--help")).out).not.toContain("chats");
    expect((await user.run("--config-file", "none.json", "--help")).err).toBe(
      "There is no configuration file none.json\n",
    );
  });

  it("is weaker than the environment, and that than a flag", async () => {
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

  it("is refused in one clear line when it is wrong", async () => {
    const user = newUser();
    for (const [config, said] of [
      [{ prot: 1 }, "no setting prot"],
      [{ port: "x" }, "port is a number"],
      [{ hosts: "one" }, "hosts is a list"],
      [{ plugins: { nothing: true } }, "no group nothing"],
      [{ plugins: { nothing: false } }, "no group nothing"],
      [{ plugins: { chats: "yes" } }, "plugins.chats is true, false"],
      [{ plugins: { "@postern/storage-memory": true } }, "no plugin of Postern"],
      [{ store: "nowhere:x" }, "no storage driver nowhere"],
      [{ store: "redis:redis://127.0.0.1" }, "Cannot find package 'ioredis'"],
      [{ store: "lmdb:" }, "needs a folder"],
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

  it("stops the start when a group cannot run with it", async () => {
    const user = newUser();
    user.configure({ plugins: { context: true, chats: { colour: "red" } } });
    const { code, err } = await user.run("start", "--port", "0");
    expect([code, err]).toEqual([2, "plugins.chats: /colour is not a field here\n"]);
    expect(existsSync(join(user.data, "postern.json"))).toBe(false);
  });

  it("may name any driver of unstorage", async () => {
    const user = newUser();
    mkdirSync(join(user.home, "files"));
    user.configure({ store: `fs:${join(user.home, "files")}` });
    expect((await user.run("init")).code).toBe(0);
    await user.run("chats", "create", "--title", "on files");
    expect((await user.json("chats", "list")).total).toBe(1);
  });
});
