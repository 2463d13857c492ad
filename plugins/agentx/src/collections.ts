import { defineCollection, defineRecord, type Static, T } from "@postern/core";
import { nameKey } from "@postern/kit/paging";
import type { LeaderLease } from "@postern/kit/queue";
import { Message, Permission, Status, Turn } from "./schemas.ts";

const Flag = T.Optional(T.Literal(true));

const Process = T.Object({ pid: T.Integer(), start: T.Optional(T.String()) });

const SessionRecord = T.Object({
  id: T.String(),
  agent: T.String(),
  title: T.Optional(T.String()),
  /** `cwd` is the public form of the absolute path `folder`. */
  cwd: T.String(),
  folder: T.String(),
  /** Until its machine has looked the folder up: what was asked for. `folder` is empty then. */
  asked: T.Optional(T.Object({ cwd: T.Optional(T.String()) })),
  /** The machine that has the folder; absent if it was created before this was stored. */
  host: T.Optional(T.String()),
  status: Status,
  reason: T.Optional(T.String()),
  /** Capabilities that the agent reported when it last started; absent before that. */
  can: T.Optional(T.Object({ load: Flag, resume: Flag, archive: Flag, title: Flag })),
  agentSession: T.Optional(T.String()),
  turn: T.Optional(T.String()),
  waiting: T.Integer(),
  createdAt: T.Number(),
  updatedAt: T.Number(),
  archivedAt: T.Optional(T.Number()),
  /** What the agent was last notified of, whether it accepted it or not. */
  told: T.Optional(T.Object({ archived: T.Optional(T.Boolean()), title: T.Optional(T.String()) })),
  /** The agent is being notified of archiving or restoring, so that its state is unknown until it has answered. */
  isTelling: Flag,
  /** Whether the agent itself has archived the session. */
  agentArchived: Flag,
  /** Id of the context that created the session; absent if it was created before contexts were stored. */
  createdBy: T.Optional(T.String()),
  /** Id of the runner that owns the session. Only the owner writes what the agent reports. */
  owner: T.Optional(T.String()),
  /** A stop of the agent was requested. */
  isUnwanted: Flag,
  /** There is work that no runner has seen yet. */
  attention: Flag,
  /** The agent's process. */
  process: T.Optional(Process),
});
export type SessionRecord = Static<typeof SessionRecord>;

const ANY = "*";
const archivedFilter = ({ archivedAt }: SessionRecord) => (archivedAt === undefined ? "no" : "yes");

export const sessions = defineCollection("agentx.session", {
  schema: SessionRecord,
  key: ({ id }) => [id],
  indexes: {
    /** One entry per combination of the list's filters (archived, status, agent); `*` matches any value. */
    byView: (one) =>
      [archivedFilter(one), "all"].flatMap((archived) =>
        [one.status, ANY].flatMap((status) => [one.agent, ANY].map((agent) => [archived, status, agent, one.id])),
      ),
    byAgentSession: ({ agentSession }) => (agentSession === undefined ? undefined : [agentSession]),
    byTitle: ({ title }) => nameKey(title),
    byOwner: ({ owner }) => (owner === undefined ? undefined : [owner]),
    byAttention: ({ attention, owner = ANY }) => (attention ? [owner] : undefined),
  },
});

/** Key prefix of a filtered list. */
export const viewOf = (archived: string, status = ANY, agent = ANY) => [archived, status, agent];
/** Stands for the owner of sessions that have none. */
export const NO_OWNER = ANY;

const TurnRecord = T.Object({
  ...Turn.properties,
  prompt: T.String(),
  /** Number of the commit that added the turn; turns of a session are ordered by it. */
  number: T.Number(),
  /** The W3C trace of the call that added the turn. */
  traceparent: T.Optional(T.String()),
});
export type TurnRecord = Static<typeof TurnRecord>;

export const turns = defineCollection("agentx.turn", {
  schema: TurnRecord,
  key: ({ id }) => [id],
  indexes: {
    bySession: ({ session, number }) => [session, number],
    byState: ({ session, state, number }) => [session, state, number],
  },
});

export type MessageRecord = Static<typeof Message>;

export const messages = defineCollection("agentx.message", {
  schema: Message,
  key: ({ session, number }) => [session, number],
});

const PermissionRecord = T.Object({ ...Permission.properties });
export type PermissionRecord = Static<typeof PermissionRecord>;

export const permissions = defineCollection("agentx.permission", {
  schema: PermissionRecord,
  key: ({ id }) => [id],
  indexes: { byState: ({ session, state }) => [session, state] },
});

/** Deleted sessions whose messages, turns or permission requests may still be in the store. */
export const removed = defineCollection("agentx.removed", {
  schema: T.Object({ session: T.String(), removedAt: T.Number() }),
  key: ({ session }) => [session],
});

const RunnerRecord = T.Object({
  id: T.String(),
  host: T.Optional(T.String()),
  /** Names of the configured agents; absent in those of earlier versions. */
  agents: T.Optional(T.Array(T.String())),
  until: T.Number(),
  process: Process,
});
export type RunnerRecord = Static<typeof RunnerRecord>;

/** Processes that run agents, with their leases. */
export const runners = defineCollection("agentx.runner", {
  schema: RunnerRecord,
  key: ({ id }) => [id],
  indexes: { byUntil: ({ until }) => [until] },
});

/** Agents that their gateway has left on another machine: a gateway there ends them. */
export const orphans = defineCollection("agentx.orphan", {
  schema: T.Object({ session: T.String(), process: Process, at: T.Number() }),
  key: ({ session }) => [session],
});

/** Which process deletes the records of deleted sessions. */
export const sweepLease = defineRecord<LeaderLease>("agentx.sweep-lease");
