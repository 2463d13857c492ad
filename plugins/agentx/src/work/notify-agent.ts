import type { SessionRecord } from "../collections.ts";
import type { Session } from "../schemas.ts";
import { saveSession } from "../session.ts";
import { type AgentClient, messageOf } from "./agent-client.ts";
import type { OwnedSession } from "./owned-session.ts";

/** A change that the agent has not been notified of yet. */
export type Pending = NonNullable<Session["pending"]>[number];

const VERBS: Record<Pending, string> = { archive: "archive", unarchive: "restore", title: "rename" };

/** Notifies the agent once, even if it refuses. Returns whether the agent is still connected. */
export async function notifyAgent(
  owned: OwnedSession,
  client: AgentClient,
  session: SessionRecord,
  what: Pending,
): Promise<boolean> {
  const { agentSession = "", title = "", archivedAt } = session;
  const { grace } = owned.host.config;
  const archived = archivedAt !== undefined;
  const process = await client.connect(session);
  if (!process) return false;
  const { connection } = process;
  // The opposite may be requested before the agent answers, or this process may end.
  if (what !== "title") await owned.transact((ctx, now) => saveSession(ctx, now, { isTelling: true }));
  const response =
    what === "title"
      ? connection.rename(agentSession, title, grace)
      : connection.archive(agentSession, archived, grace);
  const refusal = await response.then(() => undefined, messageOf);
  if (connection.isClosed()) return false;
  const isDone = refusal === undefined;
  await owned.transact((ctx, now) =>
    saveSession(ctx, now, {
      told: { ...now.told, ...(what === "title" ? { title } : { archived }) },
      isTelling: undefined,
      ...(what !== "title" && isDone && { agentArchived: archived || undefined }),
      reason: isDone ? now.reason : process.redact(`The agent refused to ${VERBS[what]} the session: ${refusal}`),
    }),
  );
  // After archiving or restoring, the agent has closed the session and must load it again.
  if (what !== "title" && isDone) process.isOpen = false;
  return true;
}
