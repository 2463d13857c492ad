import { posix } from "node:path";
import { describe, expect, it } from "vitest";
import { circlesAmong } from "../../architecture/circles.ts";
import { adapterKinds, files, type HouseFile, importsOf } from "../../architecture/house.ts";

/** The files of its own package that a file imports, types and `import()` included. */
const imported = (file: HouseFile) =>
  importsOf(file)
    .filter((specifier) => specifier.startsWith("."))
    .map((specifier) => posix.join(posix.dirname(file.path), specifier));

describe("the files of channels and of its platforms", () => {
  it.each(["channels", ...adapterKinds])("%s has no circles of imports", (name) => {
    const sources = files(`plugins/${name}/src`, ".ts");
    expect(circlesAmong(new Map(sources.map((file) => [file.path, imported(file)])))).toEqual([]);
  });

  it("import from the folder of the runner's process only its index", () => {
    const room = "plugins/channels/src/runner/";
    const outside = files("plugins/channels/src", ".ts").filter(({ path }) => !path.startsWith(room));
    const entered = outside.flatMap(imported).filter((target) => target.startsWith(room));
    expect([...new Set(entered)]).toEqual([`${room}index.ts`]);
  });
});
