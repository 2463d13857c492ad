import { spawn } from "node:child_process";
import { chmodSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { expect } from "vitest";
import { outputOf } from "../run/output.ts";
import { newUser } from "./postern.ts";

const root = fileURLToPath(new URL("../..", import.meta.url));

/** A command of a session in a README, and its output. */
interface Shown {
  readonly command: string;
  readonly answer: readonly string[];
}

/** The commands in the console block after a heading of a README. */
function sessionIn(manual: string, heading: string): Shown[] {
  const [, section = ""] = manual.split(`\n## ${heading}\n`);
  const [, block = ""] = section.match(/```console\n([\s\S]*?)```/) ?? [];
  return block
    .split(/^\$ /m)
    .slice(1)
    .map((part) => {
      const [command = "", ...answer] = part.trimEnd().split("\n");
      return {
        command: command.replace(/^npx /, ""),
        answer: answer.map((line) => line.trimEnd()).filter((line) => line !== ""),
      };
    });
}

/** Values that differ in each run: keys, secrets, ids, event ids, times, days, milliseconds, digests. */
const VARYING = new RegExp(
  [
    String.raw`\brctx_[\w-]{43}`,
    String.raw`\bwhsec_[\w+/]{43}=`,
    String.raw`\b[a-z]+_[0-9a-f]{24,38}\b`,
    String.raw`\b[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}\b`,
    String.raw`(?<=^|^cursor: |--after |undo )\d+\.\d+(?= |$)`,
    String.raw`\d{4}-\d\d-\d\dT[\d:.]+Z`,
    String.raw`\d{4}-\d\d-\d\d(?: \d\d:\d\d)?`,
    String.raw`(?:Mon|Tue|Wed|Thu|Fri|Sat|Sun),? (?:\d{1,2} [A-Z][a-z]+|[A-Z][a-z]{2} \d{1,2} \d{4})`,
    String.raw`\d{1,2}(?: [A-Z][a-z]+(?: \d{4})?)? ?– ?\d{1,2} [A-Z][a-z]+ \d{4}`,
    String.raw`\b\d{13}\b`,
    String.raw`\b(?=[a-f]*\d)[0-9a-f]{8,17}\b`,
    String.raw`(?<![\w-])[\w-]{43}(?![\w-])`,
  ].join("|"),
  "g",
);
function kindOf(token: string): string {
  if (/^(?:rctx|whsec)_/.test(token)) return "key";
  if (/_[0-9a-f]{24,}$/.test(token)) return "id";
  if (/^\d+\.\d+$/.test(token)) return "place";
  return token.length === 13 ? "ms" : token.length === 43 ? "digest" : "time";
}
/** Whether a value is the same each time it occurs. */
const isName = (token: string) => ["key", "id", "place"].includes(kindOf(token));

/** Compares output with the README; an actual value replaces the shown one from its first occurrence. */
function createReading() {
  const known = new Map<string, string>();

  function isAlike(shown: string, output: string): boolean {
    const [a, b] = [shown.match(VARYING) ?? [], output.match(VARYING) ?? []];
    if (
      shown.replace(VARYING, "◦") !== output.replace(VARYING, "◦") ||
      a.some((one, at) => kindOf(one) !== kindOf(b[at] ?? ""))
    )
      return false;
    return a.every((one, at) => !isName(one) || (known.get(one) ?? b[at]) === b[at]);
  }

  function learn(shown: string, output: string): void {
    const found = output.match(VARYING) ?? [];
    shown.match(VARYING)?.forEach((one, at) => void known.set(one, found[at] as string));
  }

  return {
    /** The command with the actual values. */
    meant: (command: string) => command.replace(VARYING, (token) => known.get(token) ?? token),
    /** The first line of the README that is missing in the output; a line `…` matches any lines. */
    missing(shown: readonly string[], output: readonly string[]): string | undefined {
      let at = 0;
      let isOpen = false;
      for (const line of shown) {
        if (line.trim() === "…") {
          isOpen = true;
          continue;
        }
        const found = isOpen ? output.findIndex((one, place) => place >= at && isAlike(line, one)) : at;
        if (found < 0 || !isAlike(line, output[found] ?? "")) return line;
        learn(line, output[found] as string);
        at = found + 1;
        isOpen = false;
      }
      return isOpen || at === output.length ? undefined : `nothing more, and not ${output[at]}`;
    },
  };
}

/** Runs the session in a group's README, and expects the shown output. */
export const expectManual = (group: string): Promise<void> => expectSession(`plugins/${group}/README.md`);

type User = ReturnType<typeof newUser>;
/** Types a command line and returns the lines of its output. */
type Typing = (command: string) => Promise<string[]>;

/** Runs the session of a page in its own data folder, and expects the shown output. */
export async function expectSession(
  page: string,
  heading = "A session",
  typing: (user: User) => Typing | Promise<Typing> = (user) => shellOf(user),
): Promise<void> {
  const session = sessionIn(readFileSync(join(root, page), "utf8"), heading);
  expect(session.length).toBeGreaterThan(4);
  const user = newUser();
  expect(await user.run("init")).toMatchObject({ code: 0 });
  const type = await typing(user);
  const reading = createReading();
  for (const { command, answer } of session) {
    const output = await type(reading.meant(command));
    const missing = reading.missing(answer, output);
    expect({ command, output, missing }).toEqual({ command, output, missing: undefined });
  }
}

interface ServedSession {
  readonly swaps?: Readonly<Record<string, string>>;
  readonly config?: object;
  act?(comment: string): Promise<void>;
}

/**
 * Runs the session of a page while a gateway with a configuration serves the data folder. `swaps` replace what the page
 * names by what this run has, such as a port; `act` does what a comment of the session asks a person to do.
 */
export const expectServedSession = (
  page: string,
  heading: string,
  { swaps = {}, config, act }: ServedSession = {},
): Promise<void> =>
  expectSession(page, heading, async (user) => {
    if (config) user.configure(config);
    await user.serve();
    const type = shellOf(user);
    const swap = (text: string, pairs: [string, string][]) =>
      pairs.reduce((swapped, [from, to]) => swapped.replaceAll(from, to), text);
    const there = Object.entries(swaps);
    const back = there.map(([from, to]): [string, string] => [to, from]);
    return async (command) => {
      if (!command.startsWith("#")) return (await type(swap(command, there))).map((line) => swap(line, back));
      await act?.(command);
      return [];
    };
  });

/** The lines of a text that are not empty. */
export const linesOf = (text: string): string[] =>
  text
    .split("\n")
    .map((line) => line.trimEnd())
    .filter((line) => line !== "");

/** Runs command lines in a shell, whose output is no terminal. `more` are further environment variables. */
export function shellOf(user: User, more: () => Record<string, string> = () => ({})): Typing {
  const { home, data } = user;
  const folder = join(home, "bin");
  mkdirSync(folder);
  const program = join(folder, "postern");
  writeFileSync(program, `#!/bin/sh\nexec "${process.execPath}" "${join(root, "plugins/cli/bin/postern.js")}" "$@"\n`);
  chmodSync(program, 0o755);
  const base = { PATH: `${folder}:${process.env.PATH}`, HOME: home, POSTERN_DATA: data, CI: "true" };
  const shell = (script: string) =>
    outputOf(spawn("sh", ["-c", script], { cwd: home, env: { ...base, ...more() }, stdio: ["ignore", "pipe", "pipe"] }))
      .ended;
  return async (command) => {
    // A shell only splits such a line into words.
    const isPlain = /^postern [^|&;<>()$`#~*?\n]*$/.test(command);
    const { out, err } = isPlain
      ? await user.runWith(
          more(),
          "",
          ...(await shell(command.replace("postern", `printf '%s\\0'`))).out.split("\0").slice(0, -1),
        )
      : await shell(command);
    return linesOf(`${out}\n${err}`);
  };
}
