import { describe, expect, it } from "vitest";
import { circlesAmong } from "../architecture/circles.ts";
import { hints, keyword, namedByHand } from "../architecture/presentation.ts";
import { loadedWith, outwardImports } from "../architecture/rooms.ts";
import { loadsOf } from "../architecture/sources.ts";

describe("the checks of the structure", () => {
  const inside = "core/src/journal/entry.ts";

  it.each([
    ["a room outside its own", "../runtime/pipeline.ts", "core/src/runtime/pipeline.ts"],
    ["an entry of the package, which is no room", "../process/index.ts", "core/src/process/index.ts"],
    ["the list of all names", "../index.ts", "core/src/index.ts"],
  ])("report an import from %s", (_, specifier, target) => {
    for (const text of [`import { a } from "${specifier}";`, `import type { A } from "${specifier}";`])
      expect(outwardImports([{ path: inside, text }])).toEqual([`${inside} → ${target}`]);
  });

  it.each(["./cursor.ts", "../storage/key.ts", "../define/event.ts", "node:fs"])("accept an import from %s", (from) => {
    expect(outwardImports([{ path: inside, text: `import { a } from "${from}";` }])).toEqual([]);
  });

  it("report a circle, also one of three modules, and each once", () => {
    const edges = { a: ["b"], b: ["c"], c: ["a", "d"], d: [], e: ["f"], f: ["e", "a"] };
    expect(circlesAmong(new Map(Object.entries(edges)))).toEqual([
      ["a", "b", "c"],
      ["e", "f"],
    ]);
    expect(circlesAmong(new Map(Object.entries({ a: ["b", "c"], b: ["c"], c: [] })))).toEqual([]);
  });

  it.each([
    ['import { a } from "./a.ts";', ["./a.ts"]],
    ['import a from "./a.ts";', ["./a.ts"]],
    ['import a, { type B } from "./a.ts";', ["./a.ts"]],
    ['import * as a from "./a.ts";', ["./a.ts"]],
    ['import "./a.ts";', ["./a.ts"]],
    ['import { a, type B } from "./a.ts";', ["./a.ts"]],
    ['export { a } from "./a.ts";', ["./a.ts"]],
    ['export * from "./a.ts";', ["./a.ts"]],
    ['import type { A } from "./a.ts";', []],
    ['import { type A, type B } from "./a.ts";', []],
    ['export type { A } from "./a.ts";', []],
    ['export { type A } from "./a.ts";', []],
    ['const a = await import("./a.ts");', []],
  ])("know what is loaded by %s", (text, loaded) => {
    expect(loadsOf({ path: "a.ts", text })).toEqual(loaded);
  });

  it("count what is loaded through another module, once", () => {
    const files = [
      { path: "core/src/index.ts", text: 'export * from "./a/a.ts";\nimport type { D } from "./d.ts";' },
      { path: "core/src/a/a.ts", text: 'import "../b.ts";\nimport "../index.ts";' },
      { path: "core/src/b.ts", text: "" },
      { path: "core/src/d.ts", text: "" },
    ];
    const paths = loadedWith("core/src/index.ts", files).map(({ path }) => path);
    expect(paths.sort()).toEqual(["core/src/a/a.ts", "core/src/b.ts", "core/src/index.ts"]);
  });

  it.each([keyword, ...hints.map((hint) => hint.replace("K", "-k"))])(
    "report a schema that is read by hand: %s",
    (hint) => {
      for (const text of [`schema["x-${hint}"]`, `{ ...field, 'x-${hint}': true }`, `// See \`x-${hint}\`.`])
        expect(namedByHand([{ path: "plugins/tasks/src/due.ts", text }])).toEqual([
          `plugins/tasks/src/due.ts: x-${hint}`,
        ]);
      const others = `class="max-${hint}" x-${hint}-all x-must x-range x-request-id`;
      expect(namedByHand([{ path: "plugins/tasks/src/due.ts", text: others }])).toEqual([]);
    },
  );
});
