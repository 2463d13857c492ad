import { mkdirSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import agents from "@postern/agents";
import approvals from "@postern/approvals";
import bases from "@postern/bases";
import chats from "@postern/chats";
import { createGateway } from "@postern/core";
import { listen } from "@postern/core/server";
import events from "@postern/events";
import openapi from "@postern/openapi";
import { expect, it, onTestFinished } from "vitest";
import { files } from "../../architecture/sources.ts";
import { root, start } from "../../examples/run.ts";
import { compile } from "./run/compile.ts";

const [readme] = files("plugins/client", "README.md");
const program = [...(readme?.text ?? "").matchAll(/```ts\n([\s\S]*?)```/g)].map(([, code]) => code).join("\n");

it("the code of the README is correctly typed", () => {
  const node = "declare const process: { env: Record<string, string | undefined> };\n";
  expect(compile({ "readme.ts": `${node}${program}` })).toBe("");
});

it("the code of the README works", async () => {
  const gateway = createGateway({ plugins: [events(), chats(), agents(), approvals(), bases(), openapi()] });
  await gateway.start();
  const { url, close } = await listen(gateway, { port: 0 });
  const folder = join(root, "node_modules/.cache/postern", `client-readme-${process.pid}`);
  mkdirSync(folder, { recursive: true });
  onTestFinished(async () => {
    await close();
    await gateway.stop();
    rmSync(folder, { recursive: true, force: true });
  });
  const { key } = await gateway.keys.issue({ label: "readme", scopes: ["*"] });
  writeFileSync(join(folder, "readme.mts"), program);
  const jiti = join(root, "node_modules/jiti/lib/jiti-cli.mjs");
  const { code, out, err } = await start([jiti, "readme.mts"], folder, { POSTERN_URL: url, POSTERN_TOKEN: key }).ended;
  expect({ code, err }).toEqual({ code: 0, err: "" });
  expect(out.split("\n")).toEqual([
    "There is no chat chat_0123456789abcdef01234567",
    expect.stringMatching(/^Update chat .* [\w-]{43}$/),
    expect.stringMatching(/^pending Archive chat /),
    "Green tea",
    "Hello",
    "200 true",
    "",
  ]);
});
