import { spawnSync } from "node:child_process";
import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { defineGroup } from "@postern/core";
import { createPlugin, fill, namesOf, pluginFiles } from "@postern/create-plugin";
import { describe, expect, it, onTestFinished, vi } from "vitest";
import { knownAuthor } from "../../../plugins/create-plugin/src/author.ts";
import { main } from "../../../plugins/create-plugin/src/main.ts";
import { plugins as ours } from "../../architecture/sources.ts";

const root = fileURLToPath(new URL("../../../", import.meta.url));
const newFolder = () => mkdtempSync(join(tmpdir(), "postern-create-"));
const readJson = (path: string) => JSON.parse(readFileSync(path, "utf8"));
const plugin = (group: string) => ({ ...namesOf({ group }), author: "Ada", year: 2026 });

/** Runs the command; answers its exit code and what it printed. */
function run(cwd: string, ...args: string[]) {
  let text = "";
  const keep = (chunk: string | Uint8Array) => {
    text += String(chunk);
    return true;
  };
  const spies = [process.stdout, process.stderr].map((to) => vi.spyOn(to, "write").mockImplementation(keep));
  try {
    return { code: main(args, cwd), text };
  } finally {
    for (const spy of spies) spy.mockRestore();
  }
}

describe("npm create @postern/plugin", () => {
  it("writes a plugin named after its group, and says what to do next", () => {
    const folder = newFolder();
    const { code, text } = run(folder, "garden-beds", "--author", "Ada Lovelace");
    expect([code, text]).toEqual([0, expect.stringContaining("cd postern-garden-beds\n  npm install")]);
    const manifest = readJson(join(folder, "postern-garden-beds/package.json"));
    expect(manifest).toMatchObject({ name: "postern-garden-beds", author: "Ada Lovelace", license: "MIT" });
    const read = (path: string) => readFileSync(join(folder, "postern-garden-beds", path), "utf8");
    expect(read("src/group.ts")).toContain('defineGroup("garden-beds", { title: "Garden beds" })');
    expect(read("LICENSE")).toContain(`Copyright (c) ${new Date().getFullYear()} Ada Lovelace`);
    expect(read(".gitignore")).toContain("node_modules/");
  });

  it("takes the folder, the name of the package and the title", () => {
    const folder = newFolder();
    expect(run(folder, "beds", "here", "--name", "@ada/beds", "--title", "Beds & co").code).toBe(0);
    expect(readJson(join(folder, "here/package.json")).name).toBe("@ada/beds");
    expect(readFileSync(join(folder, "here/src/group.ts"), "utf8")).toContain('"Beds & co"');
    expect(run(folder, "beds", "--dir", "there").code).toBe(0);
    expect(existsSync(join(folder, "there/package.json"))).toBe(true);
    expect(run(folder, "beds", "--name", "@ada/rows").text).toContain("Created @ada/rows in rows");
  });

  it("shows its flags and its version", () => {
    expect(run(root, "--help")).toEqual({ code: 0, text: expect.stringContaining("--author <name>") });
    expect(run(root, "--version").text).toBe(`${readJson(join(root, "plugins/create-plugin/package.json")).version}\n`);
  });

  it.each([
    [[], "The name of the group is required, as in: npm create @postern/plugin my-group"],
    [["Garden"], '"Garden" is not a valid group name'],
    [["garden", "a", "b"], 'Unexpected argument "b"'],
    [["garden", "a", "--dir", "b"], 'given twice: "a" and "b"'],
    [["garden", "--name", "Garden"], '"Garden" is not a valid npm package name'],
    [["garden", "--name", "../garden"], "is not a valid npm package name"],
    [["garden", "--title", 'a"b'], "is not a valid title"],
    [["chats"], "is a group of Postern. Use another name, such as my-chats"],
    [["garden", "--colour", "green"], "--colour"],
  ])("refuses %j with the reason, and writes nothing", (args, reason) => {
    const folder = newFolder();
    const { code, text } = run(folder, ...args);
    expect([code, text]).toEqual([2, expect.stringContaining(reason)]);
    expect(text.trimEnd()).not.toContain("\n");
    expect(existsSync(join(folder, "postern-garden"))).toBe(false);
  });

  it("refuses a folder that holds anything, and a file in its place, but not a new repository", () => {
    const folder = newFolder();
    writeFileSync(join(folder, "notes.txt"), "mine");
    expect(run(folder, "garden", ".").text).toContain("is not empty: it contains notes.txt");
    expect(run(folder, "garden", "notes.txt").text).toContain("is not a folder");
    expect(readFileSync(join(folder, "notes.txt"), "utf8")).toBe("mine");
    mkdirSync(join(folder, "new/.git"), { recursive: true });
    expect(run(folder, "garden", "new").code).toBe(0);
  });
});

describe("the author", () => {
  const nobody = { GIT_CONFIG_GLOBAL: "/dev/null", GIT_CONFIG_SYSTEM: "/dev/null" };

  it("is the one whom npm knows, else the one whom git knows", () => {
    const folder = newFolder();
    for (const [name, value] of Object.entries(nobody)) vi.stubEnv(name, value);
    onTestFinished(() => void vi.unstubAllEnvs());
    expect(knownAuthor(folder, {})).toBeUndefined();
    spawnSync("git", ["init", "--quiet"], { cwd: folder });
    spawnSync("git", ["config", "user.name", "Grace"], { cwd: folder });
    expect(knownAuthor(folder, {})).toBe("Grace");
    expect(knownAuthor(folder, { npm_config_init_author_name: "Ada" })).toBe("Ada");
  });

  it("is a placeholder if npm and Git have no name", () => {
    const files = pluginFiles({ ...namesOf({ group: "garden" }), year: 2026 });
    expect(files.get("LICENSE")).toContain("Copyright (c) 2026 The authors of postern-garden");
    expect(JSON.parse(files.get("package.json") as string)).not.toHaveProperty("author");
  });
});

describe("the names", () => {
  it("are the names that the kernel accepts", () => {
    for (const group of ["a", "my-group", "a1", "x".repeat(32)])
      expect(defineGroup(namesOf({ group }).group, { title: "x" }).name).toBe(group);
    for (const group of ["", "A", "1a", "a_b", "a.b", "x".repeat(33)]) {
      expect(() => defineGroup(group, { title: "x" })).toThrow();
      expect(() => namesOf({ group })).toThrow("is not a valid group name");
    }
  });

  it("are not names of groups that come with the gateway", () => {
    for (const group of ours) expect(() => namesOf({ group })).toThrow("is a group of Postern");
  });

  it("replace each other only once", () => {
    const names = { group: "my-group-2", name: "my-group", title: "postern-my-group" };
    expect(fill("postern-my-group my-group My group", names)).toBe("my-group my-group-2 postern-my-group");
  });
});

describe("what is written", () => {
  it.each(["a", "x".repeat(32)])("is formatted and lint-clean, also for a group called %s", (group) => {
    const folder = newFolder();
    for (const name of ["biome.json", ".gitignore"]) cpSync(join(root, name), join(folder, name));
    createPlugin(join(folder, "examples/made"), plugin(group));
    const biome = join(root, "node_modules/@biomejs/biome/bin/biome");
    const args = [biome, "check", "--error-on-warnings", "examples"];
    const { status, stdout, stderr } = spawnSync(process.execPath, args, { cwd: folder, encoding: "utf8" });
    expect([status, stdout]).toEqual([0, expect.stringMatching(/^(Checked 1\d files.*\n)?$/)]);
    expect(stdout + stderr).toMatch(/Checked 1\d files/);
  });

  it("asks for the tools and the kernel that Postern itself is built with", () => {
    const manifests = ["package.json", "test/package.json"].map((path) => readJson(join(root, path)));
    const tools = Object.assign({}, ...manifests.map(({ devDependencies }) => devDependencies));
    const { dependencies: core } = readJson(join(root, "core/package.json"));
    const made = JSON.parse(pluginFiles(plugin("garden")).get("package.json") as string);
    const bare = (range: string) => range.replace(/^[~^]/, "");
    for (const name of ["@types/node", "tsup", "typescript", "vitest"])
      expect([name, bare(made.devDependencies[name])]).toEqual([name, bare(tools[name])]);
    expect(made.dependencies["@sinclair/typebox"]).toBe(core["@sinclair/typebox"]);
    for (const folder of ["core", "core/kit"]) {
      const { name, version } = readJson(join(root, folder, "package.json"));
      expect([name, made.peerDependencies[name]]).toEqual([name, `^${version}`]);
    }
  });

  it("is the start of the third-party example", () => {
    const example = join(root, "examples/third-party-plugin");
    const files = pluginFiles({ ...namesOf({ group: "reminders" }), author: "Postern contributors", year: 2026 });
    const unchanged = [
      "LICENSE",
      ".gitignore",
      "tsconfig.json",
      "tsconfig.build.json",
      "tsup.config.ts",
      "vitest.config.ts",
    ];
    for (const path of unchanged)
      expect([path, readFileSync(join(example, path), "utf8")]).toEqual([path, files.get(path)]);
    const { version: _, author: __, description: ___, ...manifest } = JSON.parse(files.get("package.json") as string);
    // The example also publishes the page that it adds to the console.
    const grownManifest = { ...manifest, files: [...manifest.files, "page"] };
    expect(readJson(join(example, "package.json"))).toMatchObject(grownManifest);
    const grown = [...files.keys()].filter((path) => !existsSync(join(example, path)));
    expect(grown).toEqual(["src/operations/create.ts"]);
  });
});
