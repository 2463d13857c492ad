import { execFileSync } from "node:child_process";
import { mkdirSync, readdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { newFolder, root } from "./run.ts";

const quiet = { stdio: "pipe", encoding: "utf8" } as const;

const consumer = `import chats from "@postern/chats";
import { createGateway } from "@postern/core";
import reminders, { reminderDue, reminderSet } from "postern-reminders";

const gateway = createGateway({ plugins: [chats(), reminders()] });
const told: string[] = [];
gateway.on(reminderSet, ({ data }) => void told.push(data.reminder.text));
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
console.log(JSON.stringify({ summary: dry.plan.summary, text: done.reminder.text, listed: all.length, told, rang, alarms: alarms.length, wrong }));
`;

it("a third party's plugin is packed, installed with the packed core, type-checked and run", () => {
  const tarballs = newFolder();
  const plugin = join(root, "examples/third-party-plugin");
  execFileSync("npm", ["run", "build"], { cwd: plugin, ...quiet });
  for (const folder of ["core", "plugins/chats", "examples/third-party-plugin"]) {
    execFileSync("npm", ["pack", "--ignore-scripts", "--pack-destination", tarballs], {
      cwd: join(root, folder),
      ...quiet,
    });
  }
  const home = newFolder();
  mkdirSync(join(home, "src"));
  writeFileSync(join(home, "package.json"), JSON.stringify({ name: "consumer", private: true, type: "module" }));
  writeFileSync(join(home, "src/main.ts"), consumer);
  const packed = readdirSync(tarballs).map((name) => join(tarballs, name));
  execFileSync("npm", ["install", "--no-audit", "--no-fund", "--ignore-scripts", ...packed], { cwd: home, ...quiet });
  const compiler = [
    join(root, "node_modules/typescript/bin/tsc"),
    ...["--strict", "--module", "nodenext", "--moduleResolution", "nodenext", "--target", "es2023"],
    // Without skipLibCheck: what our declarations lead to must hold for whoever looks into it.
    ...["--types", "node", "--typeRoots", join(root, "node_modules/@types"), "--outDir", "out", "src/main.ts"],
  ];
  execFileSync(process.execPath, compiler, { cwd: home, ...quiet });
  const out = execFileSync(process.execPath, ["out/main.js"], { cwd: home, ...quiet });
  expect(JSON.parse(out)).toEqual({
    summary: "Remind in tea at 2027-01-15T08:00:00.000Z",
    text: "drink it",
    listed: 2,
    told: ["drink it", "now"],
    rang: true,
    alarms: 1,
    wrong: "gateway.invalid_input",
  });
});
