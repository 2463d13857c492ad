import { execFileSync, spawnSync } from "node:child_process";
import { mkdirSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it, onTestFinished } from "vitest";
import { newFolder, root, start } from "./run.ts";

const quiet = { stdio: "pipe", encoding: "utf8" } as const;

const consumer = `import chats from "@postern/chats";
import { createGateway } from "@postern/core";
import reminders, { reminderDue, reminderSet } from "postern-reminders";

const gateway = createGateway({ plugins: [chats(), reminders()] });
const received: string[] = [];
gateway.on(reminderSet, ({ data }) => void received.push(data.reminder.text));
const due = new Promise<string>((resolve) => gateway.on(reminderDue, ({ data }) => resolve(data.reminder.id)));
const { chat } = await gateway.call("chats.create", { title: "tea" });
const dry = await gateway.call("reminders.set", { chatId: chat.id, text: "drink it", dueAt: "1800000000000" });
const done = await gateway.call("reminders.set", { chatId: chat.id, text: "drink it", dueAt: "1800000000000" }, { execute: true });
const soon = await gateway.call("reminders.set", { chatId: chat.id, text: "now", dueAt: "1" }, { execute: true });
const waiting = setTimeout(() => {}, 10_000); // Work that waits keeps no process alive.
const rang = (await due) === soon.reminder.id;
clearTimeout(waiting);
const { alarms } = await gateway.call("reminders.alarms.list", { status: "waiting" });
const { reminders: all } = await gateway.call("reminders.list", {});
// @ts-expect-error the text is missing
const wrong = await gateway.call("reminders.set", { chatId: chat.id, dueAt: "1" }).catch((error: { code: string }) => error.code);
await gateway.stop();
console.log(JSON.stringify({ summary: dry.plan.summary, text: done.reminder.text, listed: all.length, received, rang, alarms: alarms.length, wrong }));
`;

const install = ["install", "--no-audit", "--no-fund", "--ignore-scripts", "--prefer-offline"];

/** Runs npm in a folder and returns its output, or the error if it fails. */
function npm(cwd: string, ...args: string[]): string {
  const { status, stdout, stderr } = spawnSync("npm", args, { cwd, encoding: "utf8" });
  if (status !== 0) throw new Error(`npm ${args.join(" ")}: ${stdout}${stderr}`);
  return stdout;
}

/** Packs folders of the repository as they are published and returns the tarballs, in the same order. */
const pack = <const Folders extends readonly string[]>(...folders: Folders) =>
  folders.map((folder) => {
    const tarball = newFolder();
    npm(join(root, folder), "pack", "--ignore-scripts", "--pack-destination", tarball);
    return join(tarball, readdirSync(tarball)[0] as string);
  }) as { [K in keyof Folders]: string };

/** The development tools of a plugin, taken from this repository because the tests have no network. */
function linkTools(home: string) {
  const modules = join(root, "node_modules");
  mkdirSync(join(home, "node_modules/.bin"), { recursive: true });
  mkdirSync(join(home, "node_modules/@types"));
  for (const name of ["@types/node", "tsup", "typescript", "vitest"])
    symlinkSync(join(modules, name), join(home, "node_modules", name));
  symlinkSync(join(modules, "typescript/bin/tsc"), join(home, "node_modules/.bin/tsc"));
  for (const name of ["tsup", "vitest"])
    symlinkSync(join(modules, ".bin", name), join(home, "node_modules/.bin", name));
}

const server = `import { createGateway } from "@postern/core";
import { listen } from "@postern/core/server";
import plugin from "@ada/garden";

const gateway = createGateway({ plugins: [plugin()] });
const { key } = await gateway.keys.issue({ label: "test", scopes: ["garden-beds:*"] });
const { url } = await listen(gateway, { port: 0 });
console.log(JSON.stringify({ url, key }));
`;

it("npm create creates a plugin that can be type-checked, tested, packed and served", async () => {
  const [core, kit, create] = pack("core", "core/kit", "plugins/create-plugin");
  const workshop = newFolder();
  writeFileSync(join(workshop, "package.json"), JSON.stringify({ private: true }));
  npm(workshop, ...install, create, core, kit);
  const args = ["exec", "--no", "--", "create-plugin", "garden-beds", "--name", "@ada/garden", "--author", "Ada"];
  expect(npm(workshop, ...args)).toContain("Created @ada/garden in garden");
  const plugin = join(workshop, "garden");
  linkTools(plugin);
  npm(plugin, "run", "types");
  expect(npm(plugin, "test")).toMatch(/Tests.* passed/);
  npm(plugin, "pack");

  const home = newFolder();
  writeFileSync(join(home, "package.json"), JSON.stringify({ private: true, type: "module" }));
  npm(home, ...install, core, kit, join(plugin, "ada-garden-0.1.0.tgz"));
  const shipped = readdirSync(join(home, "node_modules/@ada/garden"), { recursive: true });
  expect(shipped).toEqual(expect.arrayContaining(["LICENSE", "README.md", "dist/index.js", "dist/index.d.ts"]));
  expect(shipped.filter((path) => /^(src|test)|config/.test(String(path)))).toEqual([]);
  expect(readFileSync(join(home, "node_modules/@ada/garden/LICENSE"), "utf8")).toContain("Ada");

  writeFileSync(join(home, "server.js"), server);
  const running = start(["server.js"], home);
  onTestFinished(() => running.kill("SIGKILL"));
  const { url, key } = JSON.parse(await running.until(/}\n/)) as { url: string; key: string };
  const call = async (verb: string, body: unknown) => {
    const headers = { authorization: `Bearer ${key}`, "content-type": "application/json" };
    const path = `${url}/api/v1/garden-beds/${verb}`;
    return (await fetch(path, { method: "POST", headers, body: JSON.stringify(body) })).json();
  };
  const { item } = (await call("create", { text: "beans" })) as { item: { text: string } };
  expect(item.text).toBe("beans");
  expect(await call("list", {})).toMatchObject({ items: [item] });
});

it("a third-party plugin is packed, installed with the packed core, type-checked and run", () => {
  npm(join(root, "examples/third-party-plugin"), "run", "build");
  const packed = pack("core", "core/kit", "plugins/chats", "examples/third-party-plugin");
  const home = newFolder();
  mkdirSync(join(home, "src"));
  writeFileSync(join(home, "package.json"), JSON.stringify({ name: "consumer", private: true, type: "module" }));
  writeFileSync(join(home, "src/main.ts"), consumer);
  npm(home, ...install, ...packed);
  const compiler = [
    join(root, "node_modules/typescript/bin/tsc"),
    ...["--strict", "--module", "nodenext", "--moduleResolution", "nodenext", "--target", "es2023"],
    // Without skipLibCheck, to also check our declaration files.
    ...["--types", "node", "--typeRoots", join(root, "node_modules/@types"), "--outDir", "out", "src/main.ts"],
  ];
  execFileSync(process.execPath, compiler, { cwd: home, ...quiet });
  const out = execFileSync(process.execPath, ["out/main.js"], { cwd: home, ...quiet });
  expect(JSON.parse(out)).toEqual({
    summary: "Set a reminder in tea at 2027-01-15T08:00:00.000Z",
    text: "drink it",
    listed: 2,
    received: ["drink it", "now"],
    rang: true,
    alarms: 1,
    wrong: "gateway.invalid_input",
  });
});
