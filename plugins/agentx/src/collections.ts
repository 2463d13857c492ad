import { defineCollection, type Static, T } from "@postern/core";
import { Message, Permission, Status, Turn } from "./schemas.ts";

const Flag = T.Optional(T.Literal(true));

const Process = T.Object({ pid: T.Integer(), machine: T.String(), began: T.Optional(T.String()) });

const SessionRecord = T.Object({
  id: T.String(),
  agent: T.String(),
  title: T.Optional(T.String()),
  /** As it is shown, and where that is on this machine. */
  cwd: T.String(),
  folder: T.String(),
  status: Status,
  reason: T.Optional(T.String()),
  /** What the agent said of itself when it last started; absent before that. */
  can: T.Optional(T.Object({ load: Flag, resume: Flag, archive: Flag, title: Flag })),
  agentSession: T.Optional(T.String()),
  turn: T.Optional(T.String()),
  waiting: T.Integer(),
  createdAt: T.Number(),
  updatedAt: T.Number(),
  archivedAt: T.Optional(T.Number()),
  /** What the agent was last told, whether it took it or not. */
  told: T.Optional(T.Object({ archived: T.Optional(T.Boolean()), title: T.Optional(T.String()) })),
  /** Whether the agent has archived it. */
  agentArchived: Flag,
  /** The runner at whose hands it is; only that one writes what the agent says. */
  owner: T.Optional(T.String()),
  /** Somebody wants its agent ended. */
  isUnwanted: Flag,
  /** Something was asked of it that no runner has seen yet. */
  attention: Flag,
  /** The agent's process: `began` tells it apart from a later one of the same number. */
  process: T.Optional(Process),
});
export type SessionRecord = Static<typeof SessionRecord>;

const ANY = "*";
const standing = ({ archivedAt }: SessionRecord) => (archivedAt === undefined ? "no" : "yes");

export const sessions = defineCollection("agentx.session", {
  schema: SessionRecord,
  key: ({ id }) => [id],
  indexes: {
    /** Below each filter of the list, one that is not asked for being a star: archived, status, agent. */
    byView: (one) =>
      [standing(one), "all"].flatMap((archived) =>
        [one.status, ANY].flatMap((status) => [one.agent, ANY].map((agent) => [archived, status, agent, one.id])),
      ),
    byAgentSession: ({ agentSession }) => (agentSession === undefined ? undefined : [agentSession]),
    byOwner: ({ owner }) => (owner === undefined ? undefined : [owner]),
    byAttention: ({ attention, owner = ANY }) => (attention ? [owner] : undefined),
  },
});

/** The place of a filtered list. */
export const viewOf = (archived: string, status = ANY, agent = ANY) => [archived, status, agent];
/** Sessions that ask for attention and are in nobody's hands. */
export const NOBODY = ANY;

const TurnRecord = T.Object({
  ...Turn.properties,
  prompt: T.String(),
  /** Of the commit that added it: the order of a session's turns. */
  number: T.Number(),
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

/** Sessions that are gone, of which messages, turns or permission requests may still be in the store. */
export const removed = defineCollection("agentx.removed", {
  schema: T.Object({ session: T.String(), removedAt: T.Number() }),
  key: ({ session }) => [session],
});

const RunnerRecord = T.Object({ id: T.String(), until: T.Number(), process: Process });
export type RunnerRecord = Static<typeof RunnerRecord>;

/** A process that runs agents, while it is heard of. */
export const runners = defineCollection("agentx.runner", {
  schema: RunnerRecord,
  key: ({ id }) => [id],
  indexes: { byUntil: ({ until }) => [until] },
});
