import { posix } from "node:path";
import { expect, it } from "vitest";
import { files, importsOf } from "../../architecture/sources.ts";

it("the runner folder is imported only through its index", () => {
  const room = "plugins/channels/src/runner/";
  const outside = files("plugins/channels/src", ".ts").filter(({ path }) => !path.startsWith(room));
  const targets = outside.flatMap((file) =>
    importsOf(file).map((specifier) => posix.join(posix.dirname(file.path), specifier)),
  );
  expect([...new Set(targets.filter((target) => target.startsWith(room)))]).toEqual([`${room}index.ts`]);
});
