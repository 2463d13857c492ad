import { readFileSync } from "node:fs";

/** When a process began, in the system's own ticks; undefined where the system does not tell. */
export function startOf(pid: number): string | undefined {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, "utf8");
    // The name of the program may hold blanks and brackets, so fields are counted from behind it.
    return stat.slice(stat.lastIndexOf(")") + 2).split(" ")[19];
  } catch {
    return undefined;
  }
}
