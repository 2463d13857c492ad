import { mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { defineGroup, definePlugin, type Plugin, T } from "@postern/core";
import { responderKinds } from "@postern/responders/services";
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

it.each([Number.NaN, Number.POSITIVE_INFINITY, -1, 1.5, 1e308, "7"])(
  "tokens that a kind of another plugin reports as %s count as reserved",
  async (reported) => {
    const group = defineGroup("odd", { title: "Odd", needs: { kinds: responderKinds } });
    const odd = definePlugin(group, {
      version: "1.0.0",
      operations: [],
      setup({ services }) {
        services.kinds.register({
          id: "odd",
          title: "Odd",
          description: "Reports numbers that are no counts.",
          config: T.Object({}),
          async answer({ reserve }) {
            const settle = await reserve({ input: 30, output: 12 });
            await settle({ input: reported as number, output: 1 });
            return { text: "." };
          },
        });
      },
    });
    const { post, chat, say, hears } = await openFixture({ more: [odd()] });
    await post("responders.create", { id: "odd", kind: "odd", agents: ["main"] });
    const chatId = await chat();
    await say(chatId, "x");
    await hears(chatId, ["ann: x", "main: ."]);
    expect((await post("responders.show", { id: "odd" })).responder.usage.tokens).toBe(31);
  },
);
