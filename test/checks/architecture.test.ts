import { join } from "node:path";
import type { Plugin } from "@postern/core";
import { describe, expect, it } from "vitest";
import { circlesAmong } from "../architecture/circles.ts";
import { isRegistered, keyword, namedByHand } from "../architecture/presentation.ts";
import { loadedWith, outwardImports, roomOf, rooms } from "../architecture/rooms.ts";
import {
  adapterKinds,
  type FixtureFile,
  files,
  groups,
  importsOf,
  list,
  type PackageFile,
  packageFolders,
  plugins,
  readJson,
  relativeTo,
  surfaces,
} from "../architecture/sources.ts";

/** Rooms that have an entry of their own in `@postern/core`: whoever does not import one does not load it. */
const entries = Object.keys(readJson<PackageFile>("core/package.json").exports)
  .map((entry) => entry.slice("./".length))
  .filter((entry) => entry !== "" && !rooms.includes(entry));
/** Maximum lines of code of the kernel: of what every gateway loads, without the lists of its names. */
const KERNEL_LINES = 7_000;

interface LockedPackage {
  resolved?: string;
  link?: true;
  optionalDependencies?: Record<string, string>;
}

const isIndex = (path: string) => /^core\/src\/(storage\/)?index\.ts$/.test(path);

const sources = packageFolders().flatMap((folder) => files(`${folder}/src`, ".ts"));
/** The console is a program of its own, which its plugin serves. */
const everySource = [...sources, ...files("plugins/console/app", ".ts"), ...files("plugins/console/app", ".tsx")];
const core = sources.filter(({ path }) => path.startsWith("core/src/") && !isIndex(path));
const kernel = core.filter(({ path }) => !entries.includes(roomOf(path)));

const relative = (file: FixtureFile) => relativeTo(file, importsOf(file));
const bare = (file: FixtureFile) => importsOf(file).filter((specifier) => !specifier.startsWith("."));
const nameIn = (folder: string) => readJson<{ name: string }>(`${folder}/package.json`).name;
const packageOf = (specifier: string) => specifier.split("/", specifier.startsWith("@") ? 2 : 1).join("/");

describe("the kernel", () => {
  it("gives every file a room", () => {
    expect([...new Set(core.map(({ path }) => roomOf(path)))].sort()).toEqual([...rooms, ...entries].sort());
  });

  it("imports inwards only", () => {
    expect(outwardImports(kernel)).toEqual([]);
  });

  it("stays small", () => {
    const lines = loadedWith("core/src/index.ts", sources)
      .filter(({ path }) => !isIndex(path))
      .flatMap(({ text }) => text.split("\n"))
      .filter((line) => !/^\s*(\/\/|\/\*\*?|\*|$)/.test(line));
    expect(lines.length).toBeLessThanOrEqual(KERNEL_LINES);
  });
});

describe("a package", () => {
  it.each(packageFolders())("%s imports only what it declares, and stays inside its folder", (folder) => {
    const { name, dependencies, peerDependencies } = readJson<PackageFile>(`${folder}/package.json`);
    const declared = Object.keys({ ...dependencies, ...peerDependencies });
    const own = files(`${folder}/src`, ".ts");
    const undeclared = own.flatMap(bare).filter((to) => !to.startsWith("node:") && !declared.includes(packageOf(to)));
    const escaping = own.flatMap(relative).filter((target) => !target.startsWith(`${folder}/src/`));
    expect({ name, undeclared, escaping }).toEqual({ name, undeclared: [], escaping: [] });
  });

  it.each(packageFolders())("%s is described like every other", (folder) => {
    const found = readJson<PackageFile>(`${folder}/package.json`);
    expect(found).toMatchObject({
      name: `@postern/${folder.replace("storage-drivers/", "storage-").replace(/^(plugins|core)\//, "")}`,
      description: expect.stringMatching(/^[A-Z].*\.$/),
      type: "module",
      license: "MIT",
      sideEffects: false,
      engines: { node: ">=20.19.0" },
      publishConfig: { access: "public" },
    });
    expect(found.files).toContain("dist");
    for (const target of Object.values(found.exports)) expect(Object.keys(target)).toEqual(["types", "default"]);
    expect(list(folder)).toEqual(
      expect.arrayContaining(["CHANGELOG.md", "LICENSE", "README.md", "package.json", "src", "tsconfig.json"]),
    );
  });

  it.each(packageFolders())("%s is type-checked with all the others", (folder) => {
    const { references } = readJson<{ references: { path: string }[] }>("tsconfig.json");
    expect(references).toContainEqual({ path: folder });
  });

  // Otherwise it may be checked before the declarations of that package are there, and fails in a new clone only.
  it.each(packageFolders())("%s is type-checked after the packages that it imports", (folder) => {
    const { references = [] } = readJson<{ references?: { path: string }[] }>(`${folder}/tsconfig.json`);
    const before = references.map(({ path }) => join(folder, path));
    const imported = files(`${folder}/src`, ".ts").flatMap(bare).map(packageOf);
    const needed = packageFolders().filter((other) => imported.includes(nameIn(other)) && other !== folder);
    expect(needed.filter((other) => !before.includes(other))).toEqual([]);
  });
});

/** Where the command line names the packages that it composes, for a bundler to follow. */
const COMPOSING = "plugins/cli/src/packages.ts";

describe("the command line", () => {
  it("loads each of its packages by name in one file, when it is needed", () => {
    const { dependencies = {} } = readJson<PackageFile>("plugins/cli/package.json");
    const ours = Object.keys(dependencies).filter((name) => name.startsWith("@postern/") && name !== "@postern/client");
    const [composing] = files("plugins/cli/src", ".ts").filter(({ path }) => path === COMPOSING);
    const loaded = composing ? bare(composing).map(packageOf) : [];
    expect([...new Set(loaded)].filter((name) => name.startsWith("@postern/")).sort()).toEqual(ours.sort());
    expect(composing?.text).not.toMatch(/^import /m);
  });
});

describe("a plugin", () => {
  it.each(plugins)("%s meets the kernel and other plugins at their doors only", (name) => {
    // What shows operations also runs what is a program of its own.
    const shown = surfaces.includes(name)
      ? "openapi|client/types|client/actor-names|client/command-line|channels/runner|service/backup|"
      : "";
    const extended = adapterKinds.includes(name) ? "channels/kind|" : "";
    const doors = new RegExp(
      `^@postern/(core(/[a-z]+)?|kit/[a-z]+|client/drafts|${shown}${extended}(?!core|kit|${name})[a-z-]+/services|storage-[a-z]+)$`,
    );
    const ours = files(`plugins/${name}/src`, ".ts")
      .filter(({ path }) => path !== COMPOSING)
      .flatMap(bare)
      .filter((to) => to.startsWith("@postern/"));
    expect(ours.filter((to) => !doors.test(to))).toEqual([]);
  });

  it.each(plugins)("%s asks its user for the kernel", (name) => {
    const { keywords, peerDependencies } = readJson<PackageFile>(`plugins/${name}/package.json`);
    expect(keywords).toContain("postern-plugin");
    expect(peerDependencies).toHaveProperty("@postern/core");
  });

  it.each(groups)("%s has the shape of all groups", (name) => {
    const inside = list(`plugins/${name}/src`);
    expect(inside).toEqual(expect.arrayContaining(["group.ts", "index.ts", "operations", "schemas.ts"]));
    expect(list(`plugins/${name}/src/operations`).length).toBeGreaterThan(0);
  });

  it.each(groups)("%s names each operation once, in the list of its operations", (name) => {
    const folder = `plugins/${name}/src/operations`;
    const [index] = files(`${folder}`, "/index.ts");
    const named = [...(index?.text ?? "").matchAll(/^export \{ \w+ \} from "\.\/(.+)";$/gm)].map(
      ([, file]) => `${folder}/${file}`,
    );
    expect(named.sort()).toEqual(
      files(folder)
        .map(({ path }) => path)
        .filter((path) => path !== index?.path),
    );
    const [plugin] = files(`plugins/${name}/src`, "src/index.ts");
    expect(plugin?.text).toMatch(
      /\boperations: Object\.values\(operations\),|\boperations: Object\.values\(operations\) \}/,
    );
  });

  it.each(groups)("%s keeps each operation in a file that is named by its id", (name) => {
    const defined = files(`plugins/${name}/src`, ".ts").flatMap(({ path, text }) =>
      [...text.matchAll(/\bdefine(?:Query|Command)\([^"]*?\bid: "([^"]+)"/g)].map(([, id]) => ({ path, id })),
    );
    const folder = `plugins/${name}/src/operations`;
    const expected = defined.map(({ id }) => `${folder}/${id?.slice(name.length + 1)}.ts`);
    expect(defined.map(({ path }) => path)).toEqual(expected);
    const present = files(folder).map(({ path }) => path);
    expect(defined.map(({ path }) => path)).toEqual(present.filter((path) => path !== `${folder}/index.ts`));
  });
});

describe("what a group stores", () => {
  it.each(groups)("%s declares each of its collections", async (name) => {
    const { default: plugin } = (await import(`@postern/${name}`)) as { default: (config: object) => Plugin };
    const defined = files(`plugins/${name}/src`, ".ts").flatMap(({ text }) =>
      [...text.matchAll(/\bdefineCollection\("([^"]+)"/g)].map(([, named]) => named as string),
    );
    const declared = plugin({}).collections.map((one) => one.name);
    expect(declared).toEqual(expect.arrayContaining(defined));
  });
});

describe("a storage driver", () => {
  it.each(list("storage-drivers"))("%s knows the storage contract and nothing else of the kernel", (name) => {
    const ours = files(`storage-drivers/${name}/src`, ".ts").flatMap(bare);
    expect(
      ours.filter((to) => to.startsWith("@postern/") && !/^@postern\/core\/(drivers|storage|verify)$/.test(to)),
    ).toEqual([]);
  });
});

describe("the repository", () => {
  const everything = files("");

  it("holds at its top only what has its place there", () => {
    const rooms = "core examples plugins storage-drivers test";
    const papers = "CONTRIBUTING.md LICENSE README.md package.json package-lock.json tsconfig.json tsconfig.base.json";
    const insisted = "biome.json tsup.config.ts vitest.config.ts";
    const allowed = `${rooms} ${papers} ${insisted}`.split(" ");
    expect(list("").filter((name) => !name.startsWith(".") && !allowed.includes(name))).toEqual([]);
  });

  it("has no circle of imports, of types neither", () => {
    expect(circlesAmong(new Map(everySource.map((file) => [file.path, relative(file)])))).toEqual([]);
  });

  it("keeps a source file to one idea, which takes at most 250 lines", () => {
    expect(sources.filter(({ lines }) => lines > 250).map(({ path, lines }) => `${path}: ${lines}`)).toEqual([]);
  });

  it("has no folder or file for what belongs nowhere", () => {
    const nowhere =
      /(^|\/)(utils?|helpers?|common|misc|shared|managers?|[a-z-]+-(utils?|helpers?|manager))(\/|\.[a-z]+$)/;
    expect(everything.filter(({ path }) => nowhere.test(path)).map(({ path }) => path)).toEqual([]);
  });

  it("imports by the file's real name", () => {
    const typed = [...sources, ...files("test", ".ts"), ...files("examples", ".ts")];
    const wrong = typed.flatMap((file) => relative(file).filter((target) => !/\.(ts|mjs|json)$/.test(target)));
    expect(wrong).toEqual([]);
  });

  it("reads and writes the hints of schemas for surfaces in one file", () => {
    expect([keyword, isRegistered]).toEqual(["presentation", true]);
    const texts = everything.filter(({ path }) => /\.(tsx?|mjs|md)$/.test(path) && !path.startsWith(".changeset/"));
    expect(namedByHand(texts)).toEqual([]);
  });

  it("measures the memory of a process only where no other test uses it", () => {
    const measured = /process\s*\.\s*memoryUsage/;
    const elsewhere = everything.filter(({ path }) => /^test\/(?!measured\/|bench\/).*\.test\.ts$/.test(path));
    expect(elsewhere.length).toBeGreaterThan(400);
    expect(elsewhere.filter(({ text }) => measured.test(text)).map(({ path }) => path)).toEqual([]);
  });

  it("leaves nothing for later", () => {
    const later = new RegExp(["TO" + "DO", "FIX" + "ME", "@ts-" + "ignore", "@ts-" + "nocheck"].join("|"));
    expect(everything.filter(({ text }) => later.test(text)).map(({ path }) => path)).toEqual([]);
  });

  it("names no folder of the machine that it was written on", () => {
    const machine = new RegExp(["work", "tmp", "root", "home"].map((name) => `["'\`\\s(=]/${name}/`).join("|"));
    expect(everything.filter(({ text }) => machine.test(text)).map(({ path }) => path)).toEqual([]);
  });

  describe.each(["package-lock.json", "test/package-lock.json"])("%s", (file) => {
    const { packages } = readJson<{ packages: Record<string, LockedPackage> }>(file);

    it("locks dependencies without naming a registry", () => {
      const named = Object.entries(packages).filter(([, { resolved, link }]) => resolved && !link);
      expect(named.map(([path]) => path)).toEqual([]);
    });

    it("locks them for every platform, without which a clean install is refused", () => {
      const optional = Object.values(packages).flatMap(({ optionalDependencies }) =>
        Object.keys(optionalDependencies ?? {}),
      );
      const locked = new Set(Object.keys(packages).map((path) => path.slice(path.lastIndexOf("node_modules/") + 13)));
      expect(optional.filter((name) => !locked.has(name))).toEqual([]);
    });
  });
});
