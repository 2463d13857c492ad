import { existsSync } from "node:fs";
import { join } from "node:path";
import * as core from "@postern/core";
import * as fields from "@postern/kit/fields";
import { describe, expect, it } from "vitest";
import { exportedFrom, hints, presenting } from "../architecture/presentation.ts";
import { files } from "../architecture/sources.ts";
import { root } from "../examples/run.ts";
import { otherBlocksOf, pages, textOf } from "../manual/pages.ts";

describe("the manual", () => {
  it.each(pages)("%s marks every block of TypeScript as a file, which is tested", (page) => {
    expect(otherBlocksOf(page).filter((language) => ["ts", "js", "json"].includes(language))).toEqual([]);
  });

  it.each(pages)("%s links only to what exists", (page) => {
    const targets = [...textOf(page).matchAll(/\]\((?!https?:)([^)#]+)(?:#[^)]*)?\)/g)].map(
      ([, target]) => target as string,
    );
    const missing = targets.filter((target) => !existsSync(join(root, "core/manual", target)));
    expect(missing).toEqual([]);
  });
});

describe("the page about fields", () => {
  const rows = [...textOf("fields.md").matchAll(/^\| `(\w+)` +\|(?: `(\w+)` +\|)?/gm)];

  it("has a row for each helper, and for nothing else", () => {
    const schemas = files("core/src/define", "/schema.ts").flatMap((file) => exportedFrom(file));
    const helpers = [...Object.keys(fields), ...schemas.filter((name) => name in core), ...presenting()];
    expect(rows.map(([, name]) => name).sort()).toEqual([...new Set(helpers)].sort());
  });

  it("names each hint for surfaces with the helper that adds it", () => {
    expect(rows.flatMap(([, , hint]) => hint ?? []).sort()).toEqual([...hints].sort());
  });
});
