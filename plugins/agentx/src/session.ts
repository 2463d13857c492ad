import { digestOf, omitUndefined, type Reads, type Transacting } from "@postern/core";
import { type SessionRecord, sessions } from "./collections.ts";
import { SessionAmbiguous, SessionNotFound } from "./errors.ts";
import { sessionUpdated } from "./events.ts";
import type { Session } from "./schemas.ts";

export const PREFIX = "agentx-";

/** The full session id for a name with or without its prefix, for grants that are narrowed to one session. */
export const idOf = (name: string): string => (/^[0-9a-f]{24}$/.test(name) ? PREFIX + name : name);

/** Finds a session by any of its ids. Throws 404 if none matches and 409 if several do. */
export async function findSession(store: Reads, named: string): Promise<SessionRecord> {
  const own = await store.get(sessions, idOf(named));
  const { items } = await store.find(sessions, { by: "byAgentSession", prefix: [named], limit: 20 });
  const others = items.filter(({ id }) => id !== own?.id);
  // Without its prefix, an id still matches unless an agent uses the same text as its own session id.
  if (own && others.length === 0) return own;
  if (!own && others.length === 1) return others[0] as SessionRecord;
  if (!own && others.length === 0) throw SessionNotFound({ session: named });
  throw SessionAmbiguous({ session: named, candidates: [...(own ? [own] : []), ...others].map(({ id }) => id) });
}

/** The session that a call names by any of its ids, for policies. */
export const sessionsIn = async ({ store }: { store: Reads }, { session }: { session: string }): Promise<string[]> => [
  (await findSession(store, session)).id,
];

/** Whether the agent can resume a session after its process has ended. */
export const isResumable = ({ agentSession, can }: SessionRecord): boolean =>
  agentSession !== undefined && (can?.load === true || can?.resume === true);

/** Changes the agent supports and has not been notified of yet. */
export function pendingOf(session: SessionRecord): Session["pending"] {
  const { can, agentSession, archivedAt, told, isTelling, title, status } = session;
  if (agentSession === undefined || (status === "gone" && !isResumable(session))) return undefined;
  const isArchived = archivedAt !== undefined;
  const pending: NonNullable<Session["pending"]> = [];
  if (can?.archive && (isTelling || isArchived !== (told?.archived ?? false)))
    pending.push(isArchived ? "archive" : "unarchive");
  if (can?.title && title !== undefined && title !== told?.title) pending.push("title");
  return pending.length > 0 ? pending : undefined;
}

/** Whether a session has work left. `attention` alone is not enough: the owner clears it before the work is done. */
export function hasWork(session: SessionRecord): boolean {
  const { attention, isUnwanted, waiting, archivedAt } = session;
  const isWaiting = waiting > 0 && archivedAt === undefined;
  return attention === true || isUnwanted === true || isWaiting || pendingOf(session) !== undefined;
}

/** Where a session is archived, including an archiving that the agent has not been notified of yet. */
export const archiveOf = (session: SessionRecord): "agent" | "here" =>
  session.agentArchived || pendingOf(session)?.includes("archive") ? "agent" : "here";

/** The public form of a session. */
export function showSession(session: SessionRecord): Session {
  const { id, agent, title, cwd, status, reason, agentSession, turn, waiting } = session;
  const { createdAt, updatedAt, archivedAt } = session;
  return omitUndefined({
    id,
    agent,
    title,
    cwd,
    host: session.host,
    status,
    reason,
    live: session.process !== undefined,
    resumable: isResumable(session),
    agentSession,
    turn,
    waiting,
    createdAt,
    updatedAt,
    archivedAt,
    archivedIn: archivedAt === undefined ? undefined : archiveOf(session),
    pending: pendingOf(session),
  });
}

const withoutTimes = (session: SessionRecord) => {
  const { updatedAt: _, ...shown } = showSession(session);
  return shown;
};

/** Stages a change of a session, with an event if the public form changed. */
export async function saveSession(
  { store, now, emit }: Pick<Transacting, "store" | "now" | "emit">,
  before: SessionRecord,
  change: { [K in keyof SessionRecord]?: SessionRecord[K] | undefined },
): Promise<SessionRecord> {
  const after = omitUndefined({ ...before, ...change }) as SessionRecord;
  const isSeen = digestOf(withoutTimes(before)) !== digestOf(withoutTimes(after));
  const record = isSeen ? { ...after, updatedAt: now } : after;
  await store.put(sessions, record);
  if (isSeen) emit(sessionUpdated, { session: showSession(record) });
  return record;
}
