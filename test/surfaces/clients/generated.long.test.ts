import { execFile } from "node:child_process";
import { mkdirSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { afterAll, beforeAll, expect, it } from "vitest";
import { has } from "../../run/programs.ts";
import { openGateway } from "./gateway.ts";
import { fetcher, programs } from "./programs.ts";

const modules = fileURLToPath(new URL("../../../node_modules", import.meta.url));
const run = promisify(execFile);

const strict = ["--strict", "--noUncheckedIndexedAccess", "--target", "es2022", "--lib", "es2022,dom,dom.iterable"];
const asModules = ["--module", "commonjs", "--moduleResolution", "node10", "--esModuleInterop", "--skipLibCheck"];

let fixture: Awaited<ReturnType<typeof openGateway>>;
beforeAll(async () => {
  fixture = await openGateway();
  symlinkSync(modules, join(fixture.folder, "node_modules"));
  writeFileSync(join(fixture.folder, "openapi.json"), JSON.stringify(fixture.document));
});
afterAll(() => fixture.stop());

/** Generates a client, compiles a program that uses it, and returns the output of the program. */
async function seenBy(client: keyof typeof programs, generate: (folder: string) => Promise<unknown>): Promise<unknown> {
  const cwd = join(fixture.folder, client);
  mkdirSync(cwd);
  await generate(cwd);
  writeFileSync(join(cwd, "program.ts"), programs[client]);
  const tsc = join(modules, "typescript/bin/tsc");
  const { stdout: faults } = await run(process.execPath, [tsc, ...strict, ...asModules, "program.ts"], { cwd }).catch(
    (failed: { stdout: string }) => failed,
  );
  expect(faults).toBe("");
  const { stdout } = await run(process.execPath, ["program.js", fixture.url, fixture.key], { cwd });
  return JSON.parse(stdout);
}

const generator = (name: string) => join(modules, ".bin", name);
const SEEN = [
  ...["test", "Lobby", "Hello", "ann", "ready", "Initech", "Start"],
  ...["chats.chat_not_found", true, true, "RIFF"],
];

it("openapi-typescript generates types for openapi-fetch", async () => {
  const options = ["../openapi.json", "-o", "schema.ts", "--default-non-nullable", "false"];
  expect(await seenBy("openapi-fetch", (cwd) => run(generator("openapi-typescript"), options, { cwd }))).toEqual(SEEN);
});

it("@hey-api/openapi-ts generates a working client", async () => {
  const options = ["-i", "../openapi.json", "-o", "client", "-c", "@hey-api/client-fetch"];
  expect(await seenBy("hey-api", (cwd) => run(generator("openapi-ts"), options, { cwd }))).toEqual(SEEN);
});

it.skipIf(!has("orval"))("orval generates a working client", async () => {
  const output = {
    target: "./client.ts",
    client: "fetch",
    override: { mutator: { path: "./fetcher.ts", name: "fetcher" } },
  };
  const generate = (cwd: string) => {
    writeFileSync(join(cwd, "fetcher.ts"), fetcher);
    const config = { postern: { input: { target: "../openapi.json" }, output } };
    writeFileSync(join(cwd, "orval.config.cjs"), `module.exports = ${JSON.stringify(config)};`);
    return run("orval", ["--config", "orval.config.cjs"], { cwd });
  };
  expect(await seenBy("orval", generate)).toEqual(SEEN);
});
