import { mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import type { Plugin } from "@postern/core";
import { expect, it, onTestFinished } from "vitest";
import { root } from "../../examples/run.ts";
import { openFixture } from "./fixture.ts";

it("a kind of another plugin answers, as the README shows it", async () => {
  const readme = readFileSync(join(root, "plugins/responders/README.md"), "utf8");
  const [, code = ""] = /```js\n([\s\S]*?)```/.exec(readme) ?? [];
  const folder = join(root, "node_modules/.cache/postern", `own-kind-${process.pid}`);
  mkdirSync(folder, { recursive: true });
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  writeFileSync(join(folder, "shouting.js"), code);
  const { default: shouting } = (await import(pathToFileURL(join(folder, "shouting.js")).href)) as {
    default: () => Plugin;
  };
  const { post, chat, say, hears } = await openFixture({ more: [shouting()] });
  const { kinds } = await post("responders.kinds");
  expect(kinds.map(({ id }: { id: string }) => id)).toContain("shouting");
  await post("responders.create", { id: "loud", kind: "shouting", agents: ["main"], config: { mark: "!" } });
  const chatId = await chat();
  await say(chatId, "Is the kettle on?");
  await hears(chatId, ["ann: Is the kettle on?", "main: IS THE KETTLE ON?!"]);
});
