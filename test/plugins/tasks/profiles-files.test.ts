import { spawnSync } from "node:child_process";
import {
  chmodSync,
  existsSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { describe, expect, it, onTestFinished, vi } from "vitest";
import { newFolder, openHouse, sound } from "./profiles-house.ts";

/** Runs as a user without root privileges, even if the tests run as root. */
async function asNobody(work: () => Promise<void>): Promise<void> {
  if (process.getuid?.() !== 0) return work();
  process.seteuid?.(65_534);
  try {
    await work();
  } finally {
    process.seteuid?.(0);
  }
}

describe("a catalog that is a symbolic link", () => {
  it.each([[".postern"], [".postern", "profiles"]])(
    "is neither read nor written if it leads outside: %s %s",
    async (...steps) => {
      const house = await openHouse();
      const elsewhere = newFolder();
      mkdirSync(join(elsewhere, "profiles", "stolen"), { recursive: true });
      writeFileSync(join(elsewhere, "profiles", "stolen", "profile.json"), JSON.stringify(sound("stolen")));
      const link = join(house.workspace, ...steps.filter(Boolean));
      mkdirSync(join(link, ".."), { recursive: true });
      symlinkSync(steps.length === 1 ? elsewhere : join(elsewhere, "profiles"), link);

      expect(await house.refusal("profiles.init", { profileId: "mine" })).toMatchObject({
        status: 409,
        code: "tasks.catalog_refused",
        source: "workspace",
        path: ".postern/profiles",
        reason: "outside",
      });
      expect(readdirSync(join(elsewhere, "profiles"))).toEqual(["stolen"]);
      for (const id of ["show", "remove", "validate"]) {
        const problem = await house.refusal(`profiles.${id}`, { profileId: "stolen", source: "workspace" });
        expect(problem.code).toBe("tasks.catalog_refused");
        expect(JSON.stringify(problem)).not.toContain(elsewhere);
      }
      const { profiles, diagnostics } = await house.post("profiles.list");
      expect(profiles).toHaveLength(4);
      expect(diagnostics).toMatchObject([{ severity: "error", code: "catalog_refused", source: "workspace" }]);
      expect(await house.post("profiles.validate")).toMatchObject({ valid: false, checked: 4 });
    },
  );

  it("is not created through a dangling or circular link", async () => {
    const house = await openHouse();
    const elsewhere = join(newFolder(), "nothing");
    const link = join(house.workspace, ".postern");
    symlinkSync(elsewhere, link);
    expect((await house.refusal("profiles.init", { profileId: "mine" })).status).toBe(409);
    expect(existsSync(elsewhere)).toBe(false);
    rmSync(link);
    symlinkSync(".postern", link);
    expect((await house.refusal("profiles.init", { profileId: "mine" })).code).toBe("tasks.catalog_refused");
    expect((await house.post("profiles.list")).total).toBe(4);
  });

  it("is also rejected for the user catalog", async () => {
    const house = await openHouse();
    const elsewhere = newFolder();
    mkdirSync(house.home, { recursive: true });
    symlinkSync(elsewhere, house.catalogs.user);
    const problem = await house.refusal("profiles.init", { profileId: "mine", source: "user" });
    expect(problem).toMatchObject({ code: "tasks.catalog_refused", source: "user", path: "profiles" });
    expect(readdirSync(elsewhere)).toEqual([]);
  });

  it("is allowed if the target is inside the workspace", async () => {
    const house = await openHouse();
    mkdirSync(join(house.workspace, "settings"));
    symlinkSync("settings", join(house.workspace, ".postern"));
    await house.post("profiles.init", { profileId: "mine" });
    expect(existsSync(join(house.workspace, "settings", "profiles", "mine", "profile.json"))).toBe(true);
  });

  it("is reported if it is a file", async () => {
    const house = await openHouse();
    writeFileSync(join(house.workspace, ".postern"), "x");
    expect(await house.refusal("profiles.init", { profileId: "mine" })).toMatchObject({ reason: "not_a_folder" });
    rmSync(join(house.workspace, ".postern"));
    mkdirSync(join(house.workspace, ".postern"));
    writeFileSync(join(house.workspace, ".postern", "profiles"), "x");
    expect(await house.refusal("profiles.init", { profileId: "mine" })).toMatchObject({ reason: "not_a_folder" });
    expect((await house.post("profiles.list")).diagnostics).toMatchObject([{ code: "catalog_refused" }]);
  });
});

describe("a profile with links and special files", () => {
  it("is not read if it is a link, and removing it only removes the link", async () => {
    const house = await openHouse();
    const elsewhere = newFolder();
    writeFileSync(join(elsewhere, "profile.json"), JSON.stringify(sound("linked")));
    writeFileSync(join(elsewhere, "brief.md"), "secret");
    mkdirSync(house.catalogs.workspace, { recursive: true });
    symlinkSync(elsewhere, join(house.catalogs.workspace, "linked"));
    expect(await house.refusal("profiles.show", { profileId: "linked" })).toMatchObject({
      code: "tasks.profile_broken",
      diagnostics: [{ code: "symlink" }],
    });
    expect((await house.post("profiles.list")).diagnostics).toMatchObject([{ code: "symlink", profileId: "linked" }]);
    expect((await house.refusal("profiles.init", { profileId: "linked" })).code).toBe("tasks.profile_exists");
    await house.post("profiles.remove", { profileId: "linked", execute: true });
    expect(readdirSync(house.catalogs.workspace)).toEqual([]);
    expect(readdirSync(elsewhere).sort()).toEqual(["brief.md", "profile.json"]);
  });

  it("does not show the contents of linked files", async () => {
    const house = await openHouse();
    const secret = join(newFolder(), "secret.md");
    writeFileSync(secret, "the secret");
    house.profile("workspace", "mine", { templates: { brief: "brief.md", rules: "rules.md" } });
    symlinkSync(secret, join(house.catalogs.workspace, "mine", "rules.md"));
    const shown = await house.post("profiles.show", { profileId: "mine" });
    expect(JSON.stringify(shown)).not.toContain("the secret");
    expect(shown.diagnostics).toMatchObject([{ code: "symlink", file: "rules.md", severity: "error" }]);
    expect(shown.profile.templates.rules).toEqual({ file: "rules.md" });

    rmSync(join(house.catalogs.workspace, "mine", "profile.json"));
    symlinkSync(secret, join(house.catalogs.workspace, "mine", "profile.json"));
    expect((await house.refusal("profiles.show", { profileId: "mine" })).diagnostics).toMatchObject([
      { code: "symlink", file: "profile.json" },
    ]);
  });

  it("does not follow links when it is removed", async () => {
    const house = await openHouse();
    const elsewhere = newFolder();
    writeFileSync(join(elsewhere, "kept"), "x");
    house.profile("workspace", "mine");
    symlinkSync(elsewhere, join(house.catalogs.workspace, "mine", "outside"));
    await house.post("profiles.remove", { profileId: "mine", execute: true });
    expect(existsSync(join(house.catalogs.workspace, "mine"))).toBe(false);
    expect(readdirSync(elsewhere)).toEqual(["kept"]);
  });

  it("does not block on pipes and rejects folders and binary files", async () => {
    const house = await openHouse();
    const templates = {
      brief: "brief.md",
      pipe: "pipe.md",
      folder: "folder.md",
      binary: "binary.md",
      latin: "latin.md",
    };
    house.profile("workspace", "mine", { templates });
    const at = (name: string) => join(house.catalogs.workspace, "mine", name);
    spawnSync("mkfifo", [at("pipe.md")]);
    mkdirSync(at("folder.md"));
    house.write("workspace", "mine/binary.md", "a\n\u0000b");
    house.write("workspace", "mine/latin.md", Buffer.from("one\ntwo\nf\xfcnf", "latin1"));
    expect(await house.faults("mine")).toEqual([
      "not_a_file pipe.md",
      "not_a_file folder.md",
      "not_text binary.md:2:1",
      "not_text latin.md:3:1",
    ]);
  });

  it("is limited in size", async () => {
    const house = await openHouse();
    house.profile("workspace", "long", {}, "x".repeat(256 * 1024 + 1));
    house.profile("workspace", "fits", {}, "x".repeat(256 * 1024));
    house.write("workspace", "big/profile.json", `${" ".repeat(64 * 1024)}{}`);
    expect(await house.faults("long")).toEqual(["too_large brief.md"]);
    expect(await house.faults("fits")).toEqual([]);
    expect(await house.faults("big")).toEqual(["too_large profile.json"]);
    const roles = Array.from({ length: 33 }, (_, n) => [`r${n}`, "brief.md"]);
    house.profile("workspace", "many", { templates: { brief: "brief.md", ...Object.fromEntries(roles) } });
    expect(await house.faults("many")).toEqual(["invalid_value profile.json:6:16"]);
  });
});

describe("a catalog that cannot be written", () => {
  it("is reported with the reason and without absolute paths", async () => {
    const folder = newFolder();
    const house = await openHouse({ folder });
    chmodSync(folder, 0o755);
    chmodSync(house.workspace, 0o555);
    await asNobody(async () => {
      const problem = await house.refusal("profiles.init", { profileId: "mine" });
      expect(problem).toMatchObject({ status: 409, code: "tasks.catalog_unwritable", source: "workspace" });
      expect(problem.detail).toBe(
        "Cannot write to the workspace catalog .postern/profiles: permission denied. Nothing was changed.",
      );
      expect(JSON.stringify(problem)).not.toContain(folder);
    });
    expect(readdirSync(house.workspace)).toEqual([]);
  });

  it("does not allow removing its profiles", async () => {
    const folder = newFolder();
    const house = await openHouse({ folder });
    chmodSync(folder, 0o755);
    house.profile("workspace", "mine");
    chmodSync(house.catalogs.workspace, 0o555);
    await asNobody(async () => {
      const problem = await house.refusal("profiles.remove", { profileId: "mine", execute: true });
      expect(problem).toMatchObject({ status: 409, code: "tasks.catalog_unwritable" });
    });
    expect(readdirSync(join(house.catalogs.workspace, "mine")).sort()).toEqual(["brief.md", "profile.json"]);
  });

  it("does not prevent listing the other catalogs if it is unreadable", async () => {
    const folder = newFolder();
    const house = await openHouse({ folder });
    chmodSync(folder, 0o755);
    house.profile("workspace", "mine");
    chmodSync(house.catalogs.workspace, 0o000);
    await asNobody(async () => {
      const { total, diagnostics } = await house.post("profiles.list");
      expect(total).toBe(4);
      expect(diagnostics).toMatchObject([{ severity: "error", source: "workspace" }]);
      expect((await house.refusal("profiles.show", { profileId: "mine" })).status).toBe(409);
    });
  });

  it("does not prevent creating and showing profiles of higher levels", async () => {
    const folder = newFolder();
    const house = await openHouse({ folder });
    for (const open of [folder, house.workspace]) chmodSync(open, 0o777);
    house.profile("user", "mine");
    chmodSync(house.catalogs.user, 0o000);
    await asNobody(async () => {
      expect((await house.post("profiles.init", { profileId: "mine" })).profile.shadows).toEqual([]);
      expect((await house.post("profiles.show", { profileId: "mine" })).profile.source).toBe("workspace");
      const below = await house.refusal("profiles.show", { profileId: "doc-first" });
      expect(below).toMatchObject({ code: "tasks.catalog_refused", source: "user", reason: "unreadable" });
      expect((await house.post("profiles.show", { profileId: "doc-first", source: "system" })).profile.id).toBe(
        "doc-first",
      );
    });
  });

  it("reports files that cannot be read", async () => {
    const folder = newFolder();
    const house = await openHouse({ folder });
    chmodSync(folder, 0o755);
    house.profile("workspace", "mine");
    chmodSync(join(house.catalogs.workspace, "mine", "brief.md"), 0o000);
    await asNobody(async () => expect(await house.faults("mine")).toEqual(["unreadable brief.md"]));
  });
});

describe("after a crash", () => {
  it("old leftovers are ignored and deleted by the next init, other files are kept", async () => {
    const house = await openHouse();
    const left = ".new-feature-0123456789ab";
    house.profile("workspace", left);
    house.profile("workspace", ".gone-feature-0123456789ab");
    house.profile("workspace", ".mine");
    expect((await house.post("profiles.list", { source: "workspace" })).total).toBe(0);
    expect(await house.post("profiles.validate", { source: "workspace" })).toMatchObject({ valid: true, checked: 0 });
    await house.post("profiles.init", { profileId: "feature" });
    expect(readdirSync(house.catalogs.workspace)).toContain(left);

    vi.useFakeTimers({ toFake: ["Date"], now: Date.now() + 2 * 60 * 60 * 1000 });
    onTestFinished(() => void vi.useRealTimers());
    await house.post("profiles.init", { profileId: "other" });
    expect(readdirSync(house.catalogs.workspace).sort()).toEqual([".mine", "feature", "other"]);
  });

  it("profiles are complete or absent, whenever the process is killed", async () => {
    const house = await openHouse();
    const module = new URL("../../../plugins/tasks/dist/index.js", import.meta.url).href;
    const script = `
      import { createGateway } from "@postern/core";
      const { default: tasks } = await import(${JSON.stringify(module)});
      const gateway = createGateway({ plugins: [tasks({ workspace: ${JSON.stringify(house.workspace)} })] });
      await gateway.start();
      for (let n = 0; ; n++) {
        await gateway.call("tasks.profiles.init", { profileId: "p" + n });
        if (n === 2) process.stdout.write("begun");
      }`;
    const { spawn } = await import("node:child_process");
    const child = spawn(process.execPath, ["--input-type=module", "-e", script], {
      stdio: ["ignore", "pipe", "inherit"],
    });
    const ended = new Promise((resolve) => child.once("close", resolve));
    onTestFinished(() => void child.kill("SIGKILL"));
    await new Promise((begun) => child.stdout.once("data", begun));
    await new Promise((some) => setTimeout(some, 40));
    child.kill("SIGKILL");
    await ended;
    const { valid, checked, diagnostics } = await house.post("profiles.validate", { source: "workspace" });
    expect({ valid, diagnostics }).toEqual({ valid: true, diagnostics: [] });
    expect(checked).toBeGreaterThan(2);
    for (const name of readdirSync(house.catalogs.workspace).filter((name) => !name.startsWith("."))) {
      expect(readdirSync(join(house.catalogs.workspace, name))).toHaveLength(7);
    }
  });
});

describe("a catalog with other files", () => {
  it("ignores other files and reports folders that are not valid profiles", async () => {
    const house = await openHouse();
    house.profile("workspace", "mine");
    house.write("workspace", "README.md", "about these profiles");
    house.write("workspace", "Not An Id/profile.json", sound("x"));
    house.write("workspace", "empty/notes.txt", "x");
    utimesSync(house.catalogs.workspace, 1, 1);
    const { profiles, diagnostics } = await house.post("profiles.list", { source: "workspace" });
    expect(profiles.map(({ id }: { id: string }) => id)).toEqual(["mine"]);
    expect(diagnostics).toMatchObject([
      { severity: "warning", code: "misnamed" },
      { severity: "error", code: "file_missing", profileId: "empty", file: "profile.json" },
    ]);
    expect(lstatSync(house.catalogs.workspace).mtimeMs).toBe(1_000);
    expect(readFileSync(join(house.catalogs.workspace, "README.md"), "utf8")).toBe("about these profiles");
  });
});
