import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it, onTestFinished, vi } from "vitest";
import { FORMATS } from "../../plugins/cli/src/output/display.ts";
import { progressText, startProgress } from "../../plugins/cli/src/output/progress.ts";
import { has } from "../run/programs.ts";
import { newUser } from "./postern.ts";
import { runInTerminal } from "./terminal.ts";

const RED = "\u001b[31m";
const BELL = "\u0007";
// biome-ignore lint/suspicious/noControlCharactersInRegex: these are the colors of a terminal
const COLOR = /\u001b\[\d+m/;

async function newUserWithChats(...titles: string[]) {
  const user = newUser();
  await user.run("init");
  const lines = titles.map((title) => JSON.stringify({ id: title, operation: "chats.create", input: { title } }));
  const made = await user.runWith({}, `${lines.join("\n")}\n`, "batch");
  expect(made.code).toBe(0);
  return user;
}

describe.skipIf(!has("script"))("output in a terminal (needs script)", () => {
  it("never has the control characters of data, in any format", async () => {
    const user = await newUserWithChats(`${RED}evil${BELL}`);
    const lists = FORMATS.map((format) => `postern chats list --output ${format}`);
    const others = [`postern chats show --chatId '${RED}${BELL}'`, `postern chats create --title '${RED}${BELL}'`];
    const { text } = await runInTerminal(user, [...lists, ...others].join("; "), { NO_COLOR: "1" });
    expect(text).not.toContain(RED);
    expect(text).not.toContain(BELL);
    expect(text.match(/evil/g)).toHaveLength(FORMATS.length - 1);
  });

  it("has colors, unless NO_COLOR or --no-color is given", async () => {
    const user = await newUserWithChats("Tea");
    expect((await runInTerminal(user, "postern chats list")).text).toMatch(COLOR);
    expect((await runInTerminal(user, "postern chats list", { NO_COLOR: "1" })).text).not.toMatch(COLOR);
    expect((await runInTerminal(user, "postern chats list --no-color")).text).not.toMatch(COLOR);
    expect((await user.run("chats", "list")).out).not.toMatch(COLOR);
  });

  it("passes long results through PAGER, and short ones not", async () => {
    const user = await newUserWithChats(...Array.from({ length: 12 }, (_, number) => `Chat ${number}`));
    const pager = join(user.home, "pager");
    writeFileSync(pager, "#!/bin/sh\necho PAGED\nexec cat\n", { mode: 0o755 });
    const seen = async (rows: number) =>
      (await runInTerminal(user, "postern chats list", { PAGER: pager }, { rows })).text;
    const long = await seen(10);
    expect(long).toContain("PAGED");
    expect(long).toContain("Chat 11");
    expect(await seen(40)).not.toContain("PAGED");
    const { text } = await runInTerminal(user, "postern chats list", { PAGER: "no-such-pager" }, { rows: 10 });
    expect(text).toContain("Chat 11");
  });

  it.each(["", " --json", " --output csv"])("reports a full disk in one line (%s)", async (flags) => {
    const user = await newUserWithChats("Tea");
    const { text } = await runInTerminal(user, `postern chats list${flags} > /dev/full; echo code $?`);
    expect(text.replaceAll(/^1 of 1\n/gm, "")).toBe("Cannot write to standard output: the disk is full\ncode 1\n");
  });
});

describe("the commands of a group", () => {
  it("are not cut in a pipe, and wrapped in a terminal", async () => {
    const user = newUser();
    const summary = "Add a dependency: a task that must be done first";
    expect((await user.run("tasks")).out).toMatch(new RegExp(`^ {2}postern tasks deps add +${summary}$`, "m"));
    if (!has("script")) return;
    const { text } = await runInTerminal(user, "postern tasks", {}, { columns: 80 });
    expect(text).toMatch(/^ {2}postern tasks deps add +Add a dependency: a task that must be done\r?\n +first\r?$/m);
  });

  it("all accept --execute and --wait, and show errors without the control characters of arguments", async () => {
    const user = newUser();
    await user.run("init");
    expect((await user.run("chats", "list", "--execute")).code).toBe(0);
    expect(await user.run("chats", "create", "Tea", "--wait", "--timeout", "5s")).toMatchObject({
      code: 0,
      err: "--wait has no effect: this command ends with its call\n",
    });
    const { code, err } = await user.run("chats", `list${RED}`);
    expect(code).toBe(2);
    expect(err).not.toContain(RED);
  });
});

describe("a command with a made id", () => {
  it("shows a plan that can be executed, and the id of its result", async () => {
    const user = newUser();
    await user.run("init");
    await user.run("chats", "create", "Tea");
    const { out } = await user.run("chats", "messages", "create", "Tea", "Hello", "--dry-run");
    const [, plan = ""] = /replace it with (--plan \S+ --clientMessageId \S+) to execute/.exec(out) ?? [];
    const { code } = await user.run("chats", "messages", "create", "Tea", "Hello", ...plan.split(" "));
    expect(code).toBe(0);
    const named = await user.run("chats", "messages", "create", "Tea", "Again", "--output", "name");
    expect(named.out).toMatch(/^msg_\w+\n$/);
    expect((await user.run("chats", "messages", "show", named.out.trim())).out).toMatch(/text: Again/);
  });
});

describe("the columns of a list", () => {
  it("have the names that --fields accepts, also for the values of rows", async () => {
    const user = newUser();
    await user.run("init");
    const csv = join(user.home, "leads.csv");
    writeFileSync(csv, "company,worth\nInitech,12\n");
    const out = async (...words: string[]) => (await user.run(...words)).out;
    await out("bases", "create", "Leads");
    await out("bases", "rows", "import", "leads", "--file", csv, "--create-properties", "--yes");
    expect(await out("bases", "rows", "list", "leads")).toMatch(/^id +company +worth\n\S+ +Initech +12\n$/);
    expect(await out("bases", "rows", "list", "leads", "--fields", "worth,company")).toBe(
      "worth  company\n12     Initech\n",
    );
  });
});

describe("a list as CSV", () => {
  it("has a column for each member, even if items lack some", async () => {
    const user = newUser();
    await user.run("init");
    const header = async (...words: string[]) => (await user.run(...words, "--output", "csv")).out.split("\r\n")[0];
    const empty = await header("tasks", "list");
    expect(empty).toMatch(/^id,title,.*projectId,dueAt/);
    await user.run("tasks", "create", "Tea");
    expect(await header("tasks", "list", "--fields", "id,dueAt")).toBe("id,dueAt");
    expect((await header("tasks", "list"))?.split(",")).toEqual(expect.arrayContaining(["id", "title", "dueAt"]));
  });
});

describe("a progress line", () => {
  it("appears after a second, and is removed at the end", () => {
    vi.useFakeTimers();
    onTestFinished(() => void vi.useRealTimers());
    const lines: string[] = [];
    const progress = startProgress({ progress: (line) => void lines.push(line), columns: 80 }, { label: "Copying" });
    progress.update(10);
    vi.advanceTimersByTime(900);
    expect(lines).toEqual([]);
    vi.advanceTimersByTime(200);
    expect(lines.at(-1)).toMatch(/^Copying: 10, \d+ per second$/);
    progress.end();
    expect(lines.at(-1)).toBe("");
  });

  it("has the rate and the remaining time, if they are known", () => {
    const task = { label: "Copying records", total: 5_000 };
    expect(progressText({ ...task, done: 1_200, elapsed: 3_000 })).toBe(
      "Copying records: 1,200 of 5,000, 400 per second, 9.5 s left",
    );
    expect(progressText({ label: "Uploading", unit: "bytes", total: 2 ** 21, done: 2 ** 20, elapsed: 2_000 })).toBe(
      "Uploading: 1.0 MiB of 2.0 MiB, 512.0 KiB per second, 2.0 s left",
    );
    expect(progressText({ label: "Reading", unit: "rows", done: 2_000, elapsed: 1_000, detail: "1 failed" })).toBe(
      "Reading: 2,000 rows, 1 failed, 2,000 per second",
    );
  });

  it("has the elapsed time, if nothing else is known", () => {
    expect(progressText({ label: "Create a backup", elapsed: 12_345 })).toBe("Create a backup … 12 s");
  });
});
