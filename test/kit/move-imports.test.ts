import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, it, onTestFinished, vi } from "vitest";
import { main } from "../../core/kit/src/main.ts";
import { moveImports } from "../../core/kit/src/move-imports.ts";

function packageWith(files: Readonly<Record<string, string>>): string {
  const folder = mkdtempSync(join(tmpdir(), "postern-move-"));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(join(folder, path, ".."), { recursive: true });
    writeFileSync(join(folder, path), text);
  }
  return folder;
}

const manifest = (tables: object): string => `${JSON.stringify({ name: "postern-garden", ...tables }, null, 2)}\n`;

it.each([
  ["a room", 'import { url } from "@postern/core/fields";', 'import { url } from "@postern/kit/fields";'],
  [
    "names that left the kernel",
    'import { T, withDefault } from "@postern/core";',
    'import { T } from "@postern/core";\nimport { withDefault } from "@postern/kit/fields";',
  ],
  [
    "a name that is the kernel's",
    "import { createLoop, defineQueue } from '@postern/core/queue';",
    "import { createLoop } from '@postern/core/background';\nimport { defineQueue } from '@postern/kit/queue';",
  ],
  [
    "types under other names",
    'import type { Loop as Work } from "@postern/core/queue";',
    'import type { Loop as Work } from "@postern/core/background";',
  ],
  [
    "backups",
    'import { openBackup, verifyStore } from "@postern/core/backup";',
    'import { openBackup } from "@postern/service/backup";\nimport { verifyStore } from "@postern/core/verify";',
  ],
  ["a dynamic import", 'await import("@postern/core/paging");', 'await import("@postern/kit/paging");'],
])("moves %s", (_, before, after) => {
  const folder = packageWith({ "src/index.ts": before });
  expect(moveImports(folder)).toEqual([join(folder, "src/index.ts")]);
  expect(readFileSync(join(folder, "src/index.ts"), "utf8")).toBe(after);
  expect(moveImports(folder)).toEqual([]);
});

it("adds the kit beside the core to the manifest of a package that imports it", () => {
  const tables = {
    peerDependencies: { "@postern/core": "^1.0.0" },
    devDependencies: { "@postern/core": "^1.0.0", vitest: "4" },
  };
  const folder = packageWith({
    "package.json": manifest(tables),
    "src/a.ts": 'import { listOf } from "@postern/core/paging";',
  });
  moveImports(folder);
  expect(JSON.parse(readFileSync(join(folder, "package.json"), "utf8"))).toMatchObject({
    peerDependencies: { "@postern/core": "^1.0.0", "@postern/kit": "^1.0.0" },
    devDependencies: { "@postern/core": "^1.0.0", "@postern/kit": "^1.0.0", vitest: "4" },
  });
});

it("leaves alone what does not import the kit, and what is installed or built", () => {
  const source = 'import { T } from "@postern/core";\n';
  const old = 'import { url } from "@postern/core/fields";\n';
  const folder = packageWith({
    "package.json": manifest({ peerDependencies: { "@postern/core": "^1.0.0" } }),
    "src/a.ts": source,
    "dist/a.js": old,
    "node_modules/other/index.js": old,
  });
  expect(moveImports(folder)).toEqual([]);
});

it("changes nothing if one of the folders does not exist, and says which", () => {
  const source = 'import { url } from "@postern/core/fields";';
  const folder = packageWith({ "src/index.ts": source });
  const missing = join(folder, "mistyped");
  const said = vi.spyOn(process.stderr, "write").mockReturnValue(true);
  onTestFinished(() => said.mockRestore());
  expect(main([folder, missing])).toBe(2);
  expect(said).toHaveBeenCalledWith(`There is no folder ${JSON.stringify(missing)}. Nothing was changed.\n`);
  expect(readFileSync(join(folder, "src/index.ts"), "utf8")).toBe(source);
});
