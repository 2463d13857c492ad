import type { SessionRecord } from "../collections.ts";
import type { Session } from "../schemas.ts";
import { keepSession } from "../session.ts";
import { type Bond, plainly } from "./bond.ts";
import type { Seat } from "./seat.ts";

/** Something that was changed here, and that the agent has yet to be told. */
export type Pending = NonNullable<Session["pending"]>[number];

/** Tells the agent; one that refuses is not asked again. Answers whether there is an agent to go on with. */
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
      reason: isDone ? now.reason : process.discreet(`The agent refused to ${what} it: ${refusal}`),
    }),
  );
  // Whoever has archived a session has let go of it, and comes back to it by loading it.
  if (what !== "title" && isDone) process.isOpen = false;
  return true;
}
