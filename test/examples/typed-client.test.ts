import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it, onTestFinished } from "vitest";
import { until } from "../run/until.ts";
import { newUser } from "../surfaces/postern.ts";
import { example, root, start } from "./run.ts";

it("typed-client answers messages, and continues after the gateway has restarted", async () => {
  const user = newUser();
  const { key } = JSON.parse((await user.run("init", "--json")).out) as { key: string };
  const gateway = await user.serve();
  const { port } = new URL(gateway.url);
  const env = { POSTERN_URL: gateway.url, POSTERN_TOKEN: key };
  const running = start(
    [join(root, "node_modules/jiti/lib/jiti-cli.mjs"), example("typed-client", "index.ts")],
    root,
    env,
  );
  onTestFinished(() => running.kill("SIGKILL"));
  const answers = async () => {
    const { messages } = await user.json("chats", "messages", "list", "Tea");
    return (messages as { actorId: string; content: { text: string } }[])
      .filter(({ actorId }) => actorId === "echo")
      .map(({ content }) => content.text)
      .sort();
  };
  await user.run("chats", "create", "Tea");
  // The first messages may come before the program follows events.
  let count = 0;
  await until(async () => {
    await user.run("chats", "messages", "create", "Tea", `Hello ${++count}`);
    expect(await answers()).not.toEqual([]);
  });
  gateway.child.kill("SIGTERM");
  await gateway.ended;
  await user.run("chats", "messages", "create", "Tea", "While it was away");
  await user.serve("serve", ["--port", port]);
  await until(async () => expect(await answers()).toContain("You said: While it was away"));
  expect(new Set(await answers()).size).toBe((await answers()).length);
});

it("typed-client has fifteen lines", () => {
  expect(readFileSync(example("typed-client", "index.ts"), "utf8").trim().split("\n").length).toBeLessThanOrEqual(15);
});
