import { readFile } from "node:fs/promises";
import { hostname } from "node:os";

/** A process as it can be told apart from a later one that got its number. */
export interface Identity {
  readonly pid: number;
  readonly machine: string;
  /** When it began, in the system's own measure; absent where the system does not tell. */
  readonly began?: string;
}

export async function identityOf(pid: number): Promise<Identity> {
  const began = await beginningOf(pid);
  return { pid, machine: hostname(), ...(began !== undefined && { began }) };
}

/** Whether it is still there; undefined where that cannot be known from here. */
export async function isThere({ pid, machine, began }: Identity): Promise<boolean | undefined> {
  if (machine !== hostname() || began === undefined) return undefined;
  return (await beginningOf(pid)) === began;
}

/** Ends a process that nobody looks after any more, with all of its group; a reused number is never signalled. */
export async function endOrphan(process: Identity): Promise<void> {
  if ((await isThere(process)) !== true) return;
  try {
    globalThis.process.kill(-process.pid, "SIGKILL");
  } catch {
    // It has ended by itself meanwhile.
  }
}

/** The 22nd field of what Linux tells of a process; a name may hold spaces and brackets, so it is counted from its end. */
async function beginningOf(pid: number): Promise<string | undefined> {
  const told = await readFile(`/proc/${pid}/stat`, "utf8").catch(() => "");
  const fields = told.slice(told.lastIndexOf(")") + 2).split(" ");
  const isDead = fields[0] === "Z" || fields[0] === "X";
  return told === "" || isDead ? undefined : fields[19];
}
