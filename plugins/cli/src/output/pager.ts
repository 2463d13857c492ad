import { finished } from "node:stream/promises";
import { spawnProgram } from "@postern/core/process";
import type { Io } from "../io.ts";
import { escapeControlCharacters } from "./plain.ts";

/** The shell ends with these if the program does not exist or cannot be executed. */
const NOT_STARTED = [127, 126];

/**
 * Prints a result, through the program in POSTERN_PAGER or PAGER if it is longer than the terminal. `less` then leaves
 * short text on the screen and shows colors, unless LESS is set.
 */
export async function print(text: string, io: Io): Promise<void> {
  const pager = io.env.POSTERN_PAGER ?? io.env.PAGER ?? "";
  if (!io.isTerminal || pager === "" || pager === "cat" || text.split("\n").length <= io.rows) return io.out(text);
  // PAGER is a shell command by convention, such as "less -R"; only the user's own environment sets it.
  const child = spawnProgram(pager, [], {
    shell: true,
    stdio: ["pipe", "inherit", "inherit"],
    env: { LESS: "FRX", LV: "-c", ...io.env },
  });
  const ended = new Promise<number | null>((resolve) => {
    child.on("error", () => resolve(127));
    child.on("close", resolve);
  });
  // The reader may quit before the end.
  child.stdin.on("error", () => {});
  child.stdin.end(escapeControlCharacters(text));
  await finished(child.stdin).catch(() => {});
  if (NOT_STARTED.includes((await ended) ?? 0)) io.out(text);
}
