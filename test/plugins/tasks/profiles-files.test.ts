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
import { newFolder, openFixture, sound } from "./profiles-fixture.ts";

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
      const fixture = await openFixture();
      const elsewhere = newFolder();
      mkdirSync(join(elsewhere, "profiles", "stolen"), { recursive: true });
      writeFileSync(join(elsewhere, "profiles", "stolen", "profile.json"), JSON.stringify(sound("stolen")));
      const link = join(fixture.workspace, ...steps.filter(Boolean));
      mkdirSync(join(link, ".."), { recursive: true });
      symlinkSync(steps.length === 1 ? elsewhere : join(elsewhere, "profiles"), link);

      expect(await fixture.refusal("profiles.init", { profileId: "mine" })).toMatchObject({
        status: 409,
        code: "tasks.catalog_refused",
        source: "workspace",
        path: ".postern/profiles",
        reason: "outside",
      });
      expect(readdirSync(join(elsewhere, "profiles"))).toEqual(["stolen"]);
      for (const id of ["show", "remove", "validate"]) {
        const problem = await fixture.refusal(`profiles.${id}`, { profileId: "stolen", source: "workspace" });
        expect(problem.code).toBe("tasks.catalog_refused");
        expect(JSON.stringify(problem)).not.toContain(elsewhere);
      }
      const { profiles, diagnostics } = await fixture.post("profiles.list");
      expect(profiles).toHaveLength(4);
      expect(diagnostics).toMatchObject([{ severity: "error", code: "catalog_refused", source: "workspace" }]);
      expect(await fixture.post("profiles.validate")).toMatchObject({ valid: false, checked: 4 });
    },
  );

  it("is not created through a dangling or circular link", async () => {
    const fixture = await openFixture();
    const elsewhere = join(newFolder(), "nothing");
    const link = join(fixture.workspace, ".postern");
    symlinkSync(elsewhere, link);
    expect((await fixture.refusal("profiles.init", { profileId: "mine" })).status).toBe(409);
    expect(existsSync(elsewhere)).toBe(false);
    rmSync(link);
    symlinkSync(".postern", link);
    expect((await fixture.refusal("profiles.init", { profileId: "mine" })).code).toBe("tasks.catalog_refused");
    expect((await fixture.post("profiles.list")).total).toBe(4);
  });

  it("is also rejected for the user catalog", async () => {
    const fixture = await openFixture();
    const elsewhere = newFolder();
    mkdirSync(fixture.home, { recursive: true });
    symlinkSync(elsewhere, fixture.catalogs.user);
    const problem = await fixture.refusal("profiles.init", { profileId: "mine", source: "user" });
    expect(problem).toMatchObject({ code: "tasks.catalog_refused", source: "user", path: "profiles" });
    expect(readdirSync(elsewhere)).toEqual([]);
  });

  it("is allowed if the target is inside the workspace", async () => {
    const fixture = await openFixture();
    mkdirSync(join(fixture.workspace, "settings"));
    symlinkSync("settings", join(fixture.workspace, ".postern"));
    await fixture.post("profiles.init", { profileId: "mine" });
    expect(existsSync(join(fixture.workspace, "settings", "profiles", "mine", "profile.json"))).toBe(true);
  });

  it("is reported if it is a file", async () => {
    const fixture = await openFixture();
    writeFileSync(join(fixture.workspace, ".postern"), "x");
    expect(await fixture.refusal("profiles.init", { profileId: "mine" })).toMatchObject({ reason: "not_a_folder" });
    rmSync(join(fixture.workspace, ".postern"));
    mkdirSync(join(fixture.workspace, ".postern"));
    writeFileSync(join(fixture.workspace, ".postern", "profiles"), "x");
    expect(await fixture.refusal("profiles.init", { profileId: "mine" })).toMatchObject({ reason: "not_a_folder" });
    expect((await fixture.post("profiles.list")).diagnostics).toMatchObject([{ code: "catalog_refused" }]);
  });
});

describe("a profile with links and special files", () => {
  it("is not read if it is a link, and removing it only removes the link", async () => {
    const fixture = await openFixture();
    const elsewhere = newFolder();
    writeFileSync(join(elsewhere, "profile.json"), JSON.stringify(sound("linked")));
    writeFileSync(join(elsewhere, "brief.md"), "secret");
    mkdirSync(fixture.catalogs.workspace, { recursive: true });
    symlinkSync(elsewhere, join(fixture.catalogs.workspace, "linked"));
    expect(await fixture.refusal("profiles.show", { profileId: "linked" })).toMatchObject({
      code: "tasks.profile_broken",
      diagnostics: [{ code: "symlink" }],
    });
    expect((await fixture.post("profiles.list")).diagnostics).toMatchObject([{ code: "symlink", profileId: "linked" }]);
    expect((await fixture.refusal("profiles.init", { profileId: "linked" })).code).toBe("tasks.profile_exists");
    await fixture.post("profiles.remove", { profileId: "linked", execute: true });
    expect(readdirSync(fixture.catalogs.workspace)).toEqual([]);
    expect(readdirSync(elsewhere).sort()).toEqual(["brief.md", "profile.json"]);
  });

  it("does not show the contents of linked files", async () => {
    const fixture = await openFixture();
    const secret = join(newFolder(), "secret.md");
    writeFileSync(secret, "the secret");
    fixture.profile("workspace", "mine", { templates: { brief: "brief.md", rules: "rules.md" } });
    symlinkSync(secret, join(fixture.catalogs.workspace, "mine", "rules.md"));
    const shown = await fixture.post("profiles.show", { profileId: "mine" });
    expect(JSON.stringify(shown)).not.toContain("the secret");
    expect(shown.diagnostics).toMatchObject([{ code: "symlink", file: "rules.md", severity: "error" }]);
    expect(shown.profile.templates.rules).toEqual({ file: "rules.md" });

    rmSync(join(fixture.catalogs.workspace, "mine", "profile.json"));
    symlinkSync(secret, join(fixture.catalogs.workspace, "mine", "profile.json"));
    expect((await fixture.refusal("profiles.show", { profileId: "mine" })).diagnostics).toMatchObject([
      { code: "symlink", file: "profile.json" },
    ]);
  });

  it("does not follow links when it is removed", async () => {
    const fixture = await openFixture();
    const elsewhere = newFolder();
    writeFileSync(join(elsewhere, "kept"), "x");
    fixture.profile("workspace", "mine");
    symlinkSync(elsewhere, join(fixture.catalogs.workspace, "mine", "outside"));
    await fixture.post("profiles.remove", { profileId: "mine", execute: true });
    expect(existsSync(join(fixture.catalogs.workspace, "mine"))).toBe(false);
    expect(readdirSync(elsewhere)).toEqual(["kept"]);
  });

  it("does not block on pipes and rejects folders and binary files", async () => {
    const fixture = await openFixture();
    const templates = {
      brief: "brief.md",
      pipe: "pipe.md",
      folder: "folder.md",
      binary: "binary.md",
      latin: "latin.md",
    };
    fixture.profile("workspace", "mine", { templates });
    const at = (name: string) => join(fixture.catalogs.workspace, "mine", name);
    spawnSync("mkfifo", [at("pipe.md")]);
    mkdirSync(at("folder.md"));
    fixture.write("workspace", "mine/binary.md", "a\n\u0000b");
    fixture.write("workspace", "mine/latin.md", Buffer.from("one\ntwo\nf\xfcnf", "latin1"));
    expect(await fixture.faults("mine")).toEqual([
      "not_a_file pipe.md",
      "not_a_file folder.md",
      "not_text binary.md:2:1",
      "not_text latin.md:3:1",
    ]);
  });

  it("is limited in size", async () => {
    const fixture = await openFixture();
    fixture.profile("workspace", "long", {}, "x".repeat(256 * 1024 + 1));
    fixture.profile("workspace", "fits", {}, "x".repeat(256 * 1024));
    fixture.write("workspace", "big/profile.json", `${" ".repeat(64 * 1024)}{}`);
    expect(await fixture.faults("long")).toEqual(["too_large brief.md"]);
    expect(await fixture.faults("fits")).toEqual([]);
    expect(await fixture.faults("big")).toEqual(["too_large profile.json"]);
    const roles = Array.from({ length: 33 }, (_, n) => [`r${n}`, "brief.md"]);
    fixture.profile("workspace", "many", { templates: { brief: "brief.md", ...Object.fromEntries(roles) } });
    expect(await fixture.faults("many")).toEqual(["invalid_value profile.json:6:16"]);
  });
});

describe("a catalog that cannot be written", () => {
  it("is reported with the reason and without absolute paths", async () => {
    const folder = newFolder();
    const fixture = await openFixture({ folder });
    chmodSync(folder, 0o755);
    chmodSync(fixture.workspace, 0o555);
    await asNobody(async () => {
      const problem = await fixture.refusal("profiles.init", { profileId: "mine" });
      expect(problem).toMatchObject({ status: 409, code: "tasks.catalog_unwritable", source: "workspace" });
      expect(problem.detail).toBe(
        "Cannot write to the workspace catalog .postern/profiles: permission denied. Nothing was changed.",
      );
      expect(JSON.stringify(problem)).not.toContain(folder);
    });
    expect(readdirSync(fixture.workspace)).toEqual([]);
  });

  it("does not allow removing its profiles", async () => {
    const folder = newFolder();
    const fixture = await openFixture({ folder });
    chmodSync(folder, 0o755);
    fixture.profile("workspace", "mine");
    chmodSync(fixture.catalogs.workspace, 0o555);
    await asNobody(async () => {
      const problem = await fixture.refusal("profiles.remove", { profileId: "mine", execute: true });
      expect(problem).toMatchObject({ status: 409, code: "tasks.catalog_unwritable" });
    });
    expect(readdirSync(join(fixture.catalogs.workspace, "mine")).sort()).toEqual(["brief.md", "profile.json"]);
  });

  it("does not prevent listing the other catalogs if it is unreadable", async () => {
    const folder = newFolder();
    const fixture = await openFixture({ folder });
    chmodSync(folder, 0o755);
    fixture.profile("workspace", "mine");
    chmodSync(fixture.catalogs.workspace, 0o000);
    await asNobody(async () => {
      const { total, diagnostics } = await fixture.post("profiles.list");
      expect(total).toBe(4);
      expect(diagnostics).toMatchObject([{ severity: "error", source: "workspace" }]);
      expect((await fixture.refusal("profiles.show", { profileId: "mine" })).status).toBe(409);
    });
  });

  it("does not prevent creating and showing profiles of higher levels", async () => {
    const folder = newFolder();
    const fixture = await openFixture({ folder });
    for (const open of [folder, fixture.workspace]) chmodSync(open, 0o777);
    fixture.profile("user", "mine");
    chmodSync(fixture.catalogs.user, 0o000);
    await asNobody(async () => {
      expect((await fixture.post("profiles.init", { profileId: "mine" })).profile.shadows).toEqual([]);
      expect((await fixture.post("profiles.show", { profileId: "mine" })).profile.source).toBe("workspace");
      const below = await fixture.refusal("profiles.show", { profileId: "doc-first" });
      expect(below).toMatchObject({ code: "tasks.catalog_refused", source: "user", reason: "unreadable" });
      expect((await fixture.post("profiles.show", { profileId: "doc-first", source: "system" })).profile.id).toBe(
        "doc-first",
      );
    });
  });

  it("reports files that cannot be read", async () => {
    const folder = newFolder();
    const fixture = await openFixture({ folder });
    chmodSync(folder, 0o755);
    fixture.profile("workspace", "mine");
    chmodSync(join(fixture.catalogs.workspace, "mine", "brief.md"), 0o000);
    await asNobody(async () => expect(await fixture.faults("mine")).toEqual(["unreadable brief.md"]));
  });
});

describe("after a crash", () => {
  it("old leftovers are ignored and deleted by the next init, other files are kept", async () => {
    const fixture = await openFixture();
    const left = ".new-feature-0123456789ab";
    fixture.profile("workspace", left);
    fixture.profile("workspace", ".gone-feature-0123456789ab");
    fixture.profile("workspace", ".mine");
    expect((await fixture.post("profiles.list", { source: "workspace" })).total).toBe(0);
    expect(await fixture.post("profiles.validate", { source: "workspace" })).toMatchObject({ valid: true, checked: 0 });
    await fixture.post("profiles.init", { profileId: "feature" });
    expect(readdirSync(fixture.catalogs.workspace)).toContain(left);

    vi.useFakeTimers({ toFake: ["Date"], now: Date.now() + 2 * 60 * 60 * 1000 });
    onTestFinished(() => void vi.useRealTimers());
    await fixture.post("profiles.init", { profileId: "other" });
    expect(readdirSync(fixture.catalogs.workspace).sort()).toEqual([".mine", "feature", "other"]);
  });

  it("profiles are complete or absent, whenever the process is killed", async () => {
    const fixture = await openFixture();
    const module = new URL("../../../plugins/tasks/dist/index.js", import.meta.url).href;
    const script = `
      import { createGateway } from "@postern/core";
      const { default: tasks } = await import(${JSON.stringify(module)});
      const gateway = createGateway({ plugins: [tasks({ workspace: ${JSON.stringify(fixture.workspace)} })] });
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
    // The load: some more profiles, and a kill in the middle of one.
    await new Promise((some) => setTimeout(some, 40));
    child.kill("SIGKILL");
    await ended;
    const { valid, checked, diagnostics } = await fixture.post("profiles.validate", { source: "workspace" });
    expect({ valid, diagnostics }).toEqual({ valid: true, diagnostics: [] });
    expect(checked).toBeGreaterThan(2);
    for (const name of readdirSync(fixture.catalogs.workspace).filter((name) => !name.startsWith("."))) {
      expect(readdirSync(join(fixture.catalogs.workspace, name))).toHaveLength(7);
    }
  });
});

describe("a catalog with other files", () => {
  it("ignores other files and reports folders that are not valid profiles", async () => {
    const fixture = await openFixture();
    fixture.profile("workspace", "mine");
    fixture.write("workspace", "README.md", "about these profiles");
    fixture.write("workspace", "Not An Id/profile.json", sound("x"));
    fixture.write("workspace", "empty/notes.txt", "x");
    utimesSync(fixture.catalogs.workspace, 1, 1);
    const { profiles, diagnostics } = await fixture.post("profiles.list", { source: "workspace" });
    expect(profiles.map(({ id }: { id: string }) => id)).toEqual(["mine"]);
    expect(diagnostics).toMatchObject([
      { severity: "warning", code: "misnamed" },
      { severity: "error", code: "file_missing", profileId: "empty", file: "profile.json" },
    ]);
    expect(lstatSync(fixture.catalogs.workspace).mtimeMs).toBe(1_000);
    expect(readFileSync(join(fixture.catalogs.workspace, "README.md"), "utf8")).toBe("about these profiles");
  });
});
