import type { PluginContext, Transacting } from "@postern/core";
import { type ProcessMark, processStatus } from "@postern/core/process";
import { scanRecords } from "@postern/kit/paging";
import { orphans } from "../collections.ts";

/** How long an agent on a machine that never comes back is remembered, in milliseconds. */
const REMEMBERED = 7 * 24 * 60 * 60_000;

/** Ends an agent that its gateway has left, or leaves it to a gateway on its machine. */
export async function endOrphan({ store, now }: Transacting, session: string, left: ProcessMark): Promise<void> {
  if (processStatus(left) === "unknown") await store.put(orphans, { session, process: left, at: now });
  else kill(left);
}

/** Ends the agents on this machine that others have remembered. */
export async function endOrphansHere(host: Pick<PluginContext, "store" | "transact" | "now">): Promise<void> {
  for await (const { session, process, at } of scanRecords(host.store, orphans)) {
    if (processStatus(process) === "unknown" && host.now() - at < REMEMBERED) continue;
    kill(process);
    await host.transact(({ store }) => store.delete(orphans, session));
  }
}

/** The process and its group. A reused process id is never signaled. */
function kill(mark: ProcessMark): void {
  if (processStatus(mark) !== "alive") return;
  try {
    process.kill(-mark.pid, "SIGKILL");
  } catch {
    // It has ended meanwhile.
  }
}
