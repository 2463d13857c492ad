import { readFile } from "node:fs/promises";
import { hostname } from "node:os";

/** Identifies a process even after its id was reused. */
export interface Identity {
  readonly pid: number;
  readonly machine: string;
  /** Start time in the system's own unit; absent if the system does not report it. */
  readonly began?: string;
}

export async function identityOf(pid: number): Promise<Identity> {
  const began = await startTimeOf(pid);
  return { pid, machine: hostname(), ...(began !== undefined && { began }) };
}

/** Whether the process is still running; undefined if this cannot be determined. */
export async function isAlive({ pid, machine, began }: Identity): Promise<boolean | undefined> {
  if (machine !== hostname() || began === undefined) return undefined;
  return (await startTimeOf(pid)) === began;
}

/** Kills an orphaned process and its group. A reused process id is never signalled. */
export async function endOrphan(process: Identity): Promise<void> {
  if ((await isAlive(process)) !== true) return;
  try {
    globalThis.process.kill(-process.pid, "SIGKILL");
  } catch {
    // It has ended meanwhile.
  }
}

/** The 22nd field of /proc/<pid>/stat. The name field may contain spaces and parentheses, so parsing starts after it. */
async function startTimeOf(pid: number): Promise<string | undefined> {
  const stat = await readFile(`/proc/${pid}/stat`, "utf8").catch(() => "");
  const fields = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
  const isDead = fields[0] === "Z" || fields[0] === "X";
  return stat === "" || isDead ? undefined : fields[19];
}
