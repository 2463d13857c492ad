import { spawnSync } from "node:child_process";
import { chmodSync, existsSync, mkdirSync, readdirSync, statSync, utimesSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { fakeBrowser, signInWith } from "./fake-browser.ts";
import { newUser } from "./postern.ts";

/** A user with a running gateway, who opens its console. */
async function served() {
  const user = newUser();
  const browser = fakeBrowser(user.home);
  const { url } = await user.serve("start");
  const open = () => user.launch(["open"], { BROWSER: browser.path });
  return { ...user, url, browser, open, folder: join(user.data, "open") };
}

const isRoot = process.getuid?.() === 0;

/** What another user of the machine reads. */
const asNobody = (program: string, ...args: string[]) =>
  spawnSync(program, args, { uid: 65_534, gid: 65_534, cwd: "/", encoding: "utf8" });

describe("postern open", () => {
  it("starts the browser with a file that continues to the console, and removes it when it is used", async () => {
    const { url, browser, open, folder } = await served();
    const { ended, output } = open();
    const { args, file, address } = await browser.opened();
    const ticket = address.replace(`${url}/console/#ticket=`, "");
    expect(ticket).toMatch(/^[\w-]+\.[\w-]+$/);
    expect(args).not.toContain(ticket);
    expect(file.startsWith(`${folder}/`)).toBe(true);
    expect([statSync(folder).mode & 0o777, statSync(file).mode & 0o777]).toEqual([0o700, 0o600]);
    expect((await signInWith(address)).status).toBe(200);
    expect((await ended).code).toBe(0);
    expect([existsSync(folder), output.out, output.err]).toEqual([false, `${url}/console/\n`, ""]);
  });

  it.skipIf(!isRoot)("keeps the ticket from other users of the machine (needs root)", async () => {
    const { home, data, browser, open } = await served();
    // Also where the folders around it are readable for everybody.
    for (const folder of [home, data]) chmodSync(folder, 0o755);
    const { child, ended } = open();
    const { file, address } = await browser.opened();
    expect(asNobody("ls", data).stdout).toContain("open");
    expect(asNobody("cat", file)).toMatchObject({ status: 1, stdout: "" });
    expect(asNobody("ps", "-eo", "args").stdout).not.toContain(new URL(address).hash);
    child.kill("SIGINT");
    await ended;
  });

  it.each(["SIGINT", "SIGTERM"] as const)("removes the file at %s", async (signal) => {
    const { browser, open } = await served();
    const { child, ended } = open();
    const { file } = await browser.opened();
    child.kill(signal);
    expect([(await ended).code, existsSync(file)]).toEqual([130, false]);
  });

  it("removes files that killed commands have left", async () => {
    const { browser, open, folder } = await served();
    mkdirSync(folder);
    const [old, recent] = ["old.html", "recent.html"].map((name) => join(folder, name)) as [string, string];
    for (const file of [old, recent]) writeFileSync(file, "");
    const before = (Date.now() - 6 * 60_000) / 1_000;
    utimesSync(old, before, before);
    const { child, ended } = open();
    await browser.opened();
    expect([existsSync(old), existsSync(recent)]).toEqual([false, true]);
    child.kill("SIGINT");
    await ended;
    expect(readdirSync(folder)).toEqual(["recent.html"]);
  });

  it("names the folder in which the file cannot be written, and the other way to sign in", async () => {
    const { browser, runWith, folder, data } = await served();
    writeFileSync(folder, "");
    const { code, err } = await runWith({ BROWSER: browser.path }, "", "open");
    expect(code).toBe(1);
    expect(err).toContain(`The sign-in file in ${data} cannot be written`);
    expect(err).toContain('Run "postern open --print"');
  });
});

describe("postern start --open", () => {
  it("removes the file when the gateway stops", async () => {
    const user = newUser();
    const browser = fakeBrowser(user.home);
    const { child, ended } = await user.serve("start", ["--open"], { BROWSER: browser.path });
    const { file, args, address } = await browser.opened();
    expect(args).not.toContain(new URL(address).hash);
    expect(existsSync(file)).toBe(true);
    child.kill("SIGTERM");
    await ended;
    expect(existsSync(file)).toBe(false);
  });
});
