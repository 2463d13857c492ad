import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { ownProgram } from "../../plugins/cli/src/own-program.ts";
import { has } from "../run/programs.ts";
import { until } from "../run/until.ts";
import { fakeBrowser, signInWith } from "./fake-browser.ts";
import { newUser } from "./postern.ts";
import { openTerminal } from "./terminal.ts";

/** A person who types `postern` at a terminal, with a browser that notes what it opens. */
function person() {
  const user = newUser();
  const browser = fakeBrowser(user.home);
  const open = (env = {}) => openTerminal(user, "postern", { BROWSER: browser.path, ...env });
  return { ...user, open, browser };
}

describe.skipIf(!has("script"))("postern without a command at a terminal (needs script)", () => {
  it("starts the gateway and opens the console, signed in", async () => {
    const user = person();
    writeFileSync(join(user.home, "postern.config.json"), JSON.stringify({ port: 0 }));
    const terminal = user.open();
    await until(() => expect(terminal.seen()).toContain("Number [1]:"));
    expect(terminal.seen()).toContain(`No gateway is running. Data folder: ${user.data}`);
    terminal.type("\r");
    const first = await user.browser.opened();
    expect(first.address).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/console\/#ticket=/);
    expect(terminal.seen()).toContain("$ postern start --open");
    const url = new URL(first.address).origin;
    expect((await signInWith(first.address)).status).toBe(200);
    await until(() => expect(existsSync(first.file)).toBe(false));

    const second = user.open();
    await until(() => expect(second.seen()).toContain(`Gateway: ${url}`));
    second.type("1\r");
    const again = await user.browser.opened();
    expect(again.address).not.toBe(first.address);
    expect((await signInWith(again.address)).status).toBe(200);
    expect((await second.ended).text).toContain("$ postern open");
    terminal.type("\u0003");
    expect((await terminal.ended).text).toContain("Stopping after the requests in progress.");
  });

  it("connects an agent, also before a gateway runs", async () => {
    const user = person();
    mkdirSync(join(user.home, ".cursor"));
    const terminal = user.open();
    await until(() => expect(terminal.seen()).toContain("Number [1]:"));
    terminal.type("2\r");
    await until(() => expect(terminal.seen()).toContain("Which one?"));
    // The programs that are here come first.
    expect(terminal.seen()).toMatch(/1 {2}Cursor\n {2}2 {2}Claude Code \(not found here\)/);
    terminal.type("\r");
    await until(() => expect(terminal.seen()).toContain("Write it? [y/N]"));
    const file = join(user.home, ".cursor/mcp.json");
    expect(existsSync(file)).toBe(false);
    terminal.type("y\r");
    const { code, text } = await terminal.ended;
    expect([code, text]).toEqual([0, expect.stringContaining("Cursor is configured.")]);
    expect(text).toContain('start one with "postern start"');
    const { args } = JSON.parse(readFileSync(file, "utf8")).mcpServers.postern;
    expect(args.slice(1)).toEqual(["mcp", "--client", "cursor", "--data", user.data]);
  });

  it("asks again after an invalid choice, and exits at the end of the input", async () => {
    const user = person();
    const terminal = user.open();
    await until(() => expect(terminal.seen()).toContain("Number [1]:"));
    terminal.type("7\r");
    await until(() => expect(terminal.seen()).toContain("Type a number from 1 to 3"));
    terminal.type("\u0004");
    expect((await terminal.ended).code).toBe(0);
    expect(existsSync(user.data)).toBe(false);
  });

  it("shows the address if there is no desktop", async () => {
    const user = person();
    writeFileSync(join(user.home, "postern.config.json"), JSON.stringify({ port: 0 }));
    const terminal = user.open({ BROWSER: "" });
    await until(() => expect(terminal.seen()).toContain("Number [1]:"));
    terminal.type("1\r");
    await until(() => expect(terminal.seen()).toMatch(/Open this address yourself:\n {2}http:\S+#ticket=/));
    terminal.type("\u0003");
    await terminal.ended;
  });
});

it("shows all commands without a terminal", async () => {
  const { code, out } = await newUser().run();
  expect([code, out]).toEqual([0, expect.stringContaining("Commands:")]);
});

describe("the command line from the cache of npx", () => {
  const script = "/Users/ann/.npm/_npx/0a1b2c3d/node_modules/postern/bin/postern.js";

  it("is started again by npx, since npm may empty the cache", () => {
    expect(ownProgram(script)).toEqual(["npx", "--yes", "postern"]);
    expect(ownProgram("/usr/lib/node_modules/postern/bin/postern.js")).toEqual([
      process.execPath,
      "/usr/lib/node_modules/postern/bin/postern.js",
    ]);
  });
});
