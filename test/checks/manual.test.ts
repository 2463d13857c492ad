import { existsSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
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
