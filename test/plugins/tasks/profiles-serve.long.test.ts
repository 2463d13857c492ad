import { spawnSync } from "node:child_process";
import { existsSync, mkdirSync, readdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { newUser } from "../../surfaces/postern.ts";

const plugins = { plugins: { context: true, tasks: true } };

describe("profiles on the command line", () => {
  it("are read from the current folder and the user's configuration by default", async () => {
    const user = newUser();
    user.configure(plugins);
    await user.run("init");
    const ours = await user.json("tasks", "profiles", "init", "--profileId", "ours");
    const mine = await user.json("tasks", "profiles", "init", "--profileId", "mine", "--source", "user");
    expect(existsSync(join(user.home, ours.profile.path, "profile.json"))).toBe(true);
    const settings = join(user.home, ".config", "postern");
    if (process.platform === "linux") expect(existsSync(join(settings, mine.profile.path, "profile.json"))).toBe(true);

    const elsewhere = join(user.home, "elsewhere");
    mkdirSync(elsewhere);
    const there = await user.runWith({ POSTERN_WORKSPACE: elsewhere }, "", "tasks", "profiles", "list", "--json");
    const ids = JSON.parse(there.out).profiles.map(({ id }: { id: string }) => id);
    expect(ids).toEqual(["brainstorm", "content", "doc-first", "mine", "runtime-only"]);
  });

  it("are validated with an exit code", async () => {
    const user = newUser();
    user.configure(plugins);
    await user.run("init");
    await user.run("tasks", "profiles", "init", "--profileId", "ours");
    const check = () => user.run("tasks", "profiles", "validate", "--profileId", "ours");
    expect((await check()).code).toBe(0);
    writeFileSync(join(user.home, ".postern/profiles/ours/brief.md"), "{{task.titel}}");
    const wrong = await check();
    expect(wrong.code).toBe(1);
    expect(wrong.out).toContain("brief.md");
    const shown = await user.run("tasks", "profiles", "remove", "--profileId", "ours");
    expect(shown.code).toBe(3);
    expect((await user.run("tasks", "profiles", "remove", "--profileId", "ours", "--execute")).code).toBe(0);
    expect((await user.run("tasks", "profiles", "remove", "--profileId", "ours")).code).toBe(1);
    expect(readdirSync(join(user.home, ".postern/profiles"))).toEqual([]);
  });

  it("are created only once by concurrent processes", async () => {
    const user = newUser();
    user.configure(plugins);
    await user.run("init");
    const served = await Promise.all([user.serve(), user.serve()]);
    const ended = await Promise.all(
      Array.from({ length: 8 }, (_, n) =>
        user.run("tasks", "profiles", "init", "--profileId", "ours", "--gateway", served[n % 2]?.url ?? ""),
      ),
    );
    expect(ended.map(({ code }) => code).sort()).toEqual([0, 5, 5, 5, 5, 5, 5, 5]);
    expect(readdirSync(join(user.home, ".postern/profiles"))).toEqual(["ours"]);
    expect((await user.json("tasks", "profiles", "validate", "--profileId", "ours")).valid).toBe(true);
  });

  it.runIf(process.platform === "linux")("are written completely or not at all if the disk is full", async () => {
    const user = newUser();
    user.configure(plugins);
    await user.run("init");
    const { url, pid, key } = await user.serve("start", ["--store", "memory"]);
    const env = { POSTERN_TOKEN: key, POSTERN_URL: url };
    const init = () => user.runWith(env, "", "tasks", "profiles", "init", "--profileId", "ours");
    const limit = (bytes: number | "unlimited") =>
      spawnSync("prlimit", [`--pid=${pid}`, `--fsize=${bytes}:unlimited`]).status;
    expect(limit(2_000)).toBe(0);
    const refused = await init();
    expect(refused.code).toBe(5);
    expect(refused.err).toContain("Cannot write to the workspace catalog");
    expect(refused.err).not.toContain(user.home);
    expect(readdirSync(join(user.home, ".postern/profiles"))).toEqual([]);
    limit("unlimited");
    expect((await init()).code).toBe(0);
  });
});
