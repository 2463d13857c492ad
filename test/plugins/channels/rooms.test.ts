import { posix } from "node:path";
import { describe, expect, it } from "vitest";
import { circlesIn } from "../../architecture/circles.ts";
import { adapterKinds, files, importsOf } from "../../architecture/house.ts";

describe("the files of channels and of its platforms", () => {
  it.each(["channels", ...adapterKinds])("%s has no circles of imports", (name) => {
    expect(circlesIn(`plugins/${name}/src`)).toEqual([]);
  });

  it("import from the folder of the runner's process only its index", () => {
    const room = "plugins/channels/src/runner/";
    const outside = files("plugins/channels/src", ".ts").filter(({ path }) => !path.startsWith(room));
    const targets = outside.flatMap((file) =>
      importsOf(file).map((specifier) => posix.join(posix.dirname(file.path), specifier)),
    );
    expect([...new Set(targets.filter((target) => target.startsWith(room)))]).toEqual([`${room}index.ts`]);
  });
});
