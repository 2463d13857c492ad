import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { root, start } from "./run.ts";

const readme = readFileSync(join(root, "README.md"), "utf8");
const blocks = [...readme.matchAll(/```js\n([\s\S]*?)```/g)].map(([, code]) => code as string);

/** Inside the repository, so that its packages are resolved by name as in an application. */
const folder = join(root, "node_modules/.cache/postern/readme");

it("is short", () => {
  expect(readme.split("\n").length).toBeLessThan(150);
});

it.each(blocks.map((code, at) => [at, code] as const))("shows code that works, block %i", async (at, code) => {
  mkdirSync(folder, { recursive: true });
  const file = join(folder, `block-${process.pid}-${at}.mjs`);
  writeFileSync(file, code.replaceAll('path: "data/', `path: "${join(folder, `data-${process.pid}`)}/`));
  const { code: exit, out, err } = await start([file], folder).ended;
  expect([exit, err]).toEqual([0, ""]);
  expect(out).toMatch(at === 0 ? /^http:\/\/127\.0\.0\.1:\d+ chat_[0-9a-f]{24} rctx_\n$/ : /Greet you[\s\S]*Hello you/);
});

it("shows an embedded gateway and a plugin", () => {
  expect(blocks.length).toBe(2);
});
