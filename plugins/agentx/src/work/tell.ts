import type { SessionRecord } from "../collections.ts";
import type { Session } from "../schemas.ts";
import { keepSession } from "../session.ts";
import { type Bond, plainly } from "./bond.ts";
import type { Seat } from "./seat.ts";

/** A change that the agent has not been notified of yet. */
export type Pending = NonNullable<Session["pending"]>[number];

const VERBS: Record<Pending, string> = { archive: "archive", unarchive: "restore", title: "rename" };

/** Notifies the agent once, even if it refuses. Returns whether the agent is still connected. */
export async function tellAgent(seat: Seat, bond: Bond, session: SessionRecord, what: Pending): Promise<boolean> {
  const { agentSession = "", title = "", archivedAt } = session;
  const { grace } = seat.host.config;
  const archived = archivedAt !== undefined;
  const process = await bond.connect(session);
  if (!process) return false;
  const { line } = process;
  const asked =
    what === "title" ? line.rename(agentSession, title, grace) : line.archive(agentSession, archived, grace);
  const refusal = await asked.then(() => undefined, plainly);
  if (line.isClosed()) return false;
  const isDone = refusal === undefined;
  await seat.own((ctx, now) =>
    keepSession(ctx, now, {
      told: { ...now.told, ...(what === "title" ? { title } : { archived }) },
      ...(what !== "title" && isDone && { agentArchived: archived || undefined }),
      reason: isDone ? now.reason : process.discreet(`The agent refused to ${VERBS[what]} the session: ${refusal}`),
    }),
  );
  // After archiving or restoring, the agent has closed the session and must load it again.
  if (what !== "title" && isDone) process.isOpen = false;
  return true;
}
