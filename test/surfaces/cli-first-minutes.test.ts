import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { stripVTControlCharacters } from "node:util";
import { describe, expect, it } from "vitest";
import { root } from "../examples/run.ts";
import { newUser } from "./postern.ts";
import { hasTerminal, runInTerminal } from "./terminal.ts";

const readme = readFileSync(join(root, "README.md"), "utf8");
const [, section = ""] = /## The first five minutes\n([\s\S]*?)\n## /.exec(readme) ?? [];
const session = [...section.matchAll(/```console\n([\s\S]*?)```/g)].map(([, block]) => block).join("");

/** The commands of the README, each with its output. */
const steps = session
  .split(/^\$ /m)
  .slice(1)
  .map((step) => {
    const [command = "", ...output] = step.split("\n");
    return { command: command.replace(/^npx /, ""), output: output.join("\n") };
  });

/** What differs each time: ids, times and days. */
const masked = (text: string): string =>
  stripVTControlCharacters(text)
    .replace(/\b([a-z]+)[_-][0-9a-f]{8,}\b/g, "$1_ID")
    .replace(/\b[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f-]{22,}/g, "UUID")
    .replace(/\d{4}-\d\d-\d\d( \d\d:\d\d(:\d\d)?)?/g, "TIME")
    .replace(/\b(Mon|Tue|Wed|Thu|Fri|Sat|Sun)\b[^\n]*/g, "DAY")
    .replace(/^\d+.*\d{4}.*$/gm, "DAYS")
    .replace(/\d+ (ms|s|min|h|seconds?|minutes?)\b/g, "DURATION")
    .replace(/[ \t]+/g, " ")
    .replace(/-{2,}/g, "-")
    .trim();

describe.skipIf(!hasTerminal)("the first five minutes of the README (needs script)", () => {
  it("are a session of several groups", () => {
    expect(steps.length).toBeGreaterThan(8);
  });

  it("show what a terminal shows", async () => {
    const user = newUser();
    await user.run("init");
    await user.serve();
    writeFileSync(join(user.home, "leads.csv"), "company,worth,since\nInitech,12,2026-01-15\nHooli,7.5,2026-03-02\n");
    for (const { command, output } of steps) {
      const { text } = await runInTerminal(user, command, { TZ: "Europe/Berlin", PAGER: "cat", NO_COLOR: "1" });
      expect(masked(text), command).toBe(masked(output));
    }
  });
});
