import { numeric, oneOf, type Static, T } from "@postern/core";

export const AgentName = T.String({
  minLength: 1,
  maxLength: 64,
  description: "A configured agent, as agentx.agents.list names it",
});
export const SessionName = T.String({
  minLength: 1,
  maxLength: 500,
  description: "Its id, with or without agentx- before it, or the id that the agent itself gave it",
});
/** What an operation on one session takes. */
export const Named = T.Object({ session: SessionName });
export const Title = T.String({ minLength: 1, maxLength: 200, pattern: "\\S", description: "For people" });
/** In code points. */
export const Prompt = T.String({ minLength: 1, maxLength: 100_000, pattern: "\\S", description: "What it is to do" });
export const Position: ReturnType<typeof numeric> = numeric({
  // One more is still a number that a key can hold.
  maximum: Number.MAX_SAFE_INTEGER - 1,
  description: "The number of a message",
});

const time = (description: string) => T.Integer({ description: `${description}, Unix milliseconds` });

export const Status = oneOf("starting", "idle", "running", "waiting", "gone");
export type Status = Static<typeof Status>;

export const Session = T.Object({
  id: T.String(),
  agent: T.String(),
  title: T.Optional(T.String()),
  cwd: T.String({ description: "Below the workspace, which is `.`; below a further one as name:folder" }),
  status: Status,
  reason: T.Optional(T.String({ description: "Why it stands so, where that is not plain" })),
  live: T.Boolean({ description: "Whether its agent runs" }),
  resumable: T.Boolean({ description: "Whether the agent can come back to it once its process has ended" }),
  agentSession: T.Optional(T.String({ description: "The id that the agent itself gave it" })),
  turn: T.Optional(T.String({ description: "The turn that is under way" })),
  waiting: T.Integer({ description: "Turns that wait for theirs" }),
  createdAt: time("When it was made"),
  updatedAt: time("When it last changed"),
  archivedAt: T.Optional(time("While it is archived: since when")),
  archivedIn: T.Optional(oneOf("agent", "here")),
  pending: T.Optional(
    T.Array(oneOf("archive", "unarchive", "title"), { description: "What the agent has yet to be told" }),
  ),
});
export type Session = Static<typeof Session>;

export const Turn = T.Object({
  id: T.String(),
  session: T.String(),
  state: oneOf("waiting", "running", "done", "cancelled", "failed"),
  stopReason: T.Optional(T.String({ description: "Why the agent ended it, in its own word: end_turn, max_tokens" })),
  reason: T.Optional(T.String({ description: "Why it was cancelled or failed" })),
  left: T.Optional(T.Integer({ description: "Messages that were left out, for there were too many" })),
  cancelAt: T.Optional(time("When it was asked to end")),
  createdAt: time("When it was asked for"),
  startedAt: T.Optional(time("When it began")),
  finishedAt: T.Optional(time("When it was over")),
});
export type Turn = Static<typeof Turn>;

export const Piece = T.Object({
  type: oneOf("text", "diff", "terminal"),
  text: T.Optional(T.String()),
  path: T.Optional(T.String()),
  before: T.Optional(T.String()),
  after: T.Optional(T.String()),
  cut: T.Optional(T.Boolean({ description: "Whether it goes on, and the rest was left out" })),
});
export type Piece = Static<typeof Piece>;

export const Tool = T.Object({
  id: T.String(),
  title: T.Optional(T.String()),
  kind: T.Optional(T.String()),
  status: T.Optional(T.String()),
  content: T.Optional(T.Array(Piece)),
  left: T.Optional(T.Integer({ description: "Pieces of its content that were left out, for there were too many" })),
});
export type Tool = Static<typeof Tool>;

export const PlanEntry = T.Object({ content: T.String(), status: T.String(), priority: T.Optional(T.String()) });
export type PlanEntry = Static<typeof PlanEntry>;

export const Message = T.Object({
  session: T.String(),
  number: T.Integer({ description: "1 for the first of its session, and so on" }),
  turn: T.String(),
  kind: oneOf("user", "agent", "thought", "tool", "plan"),
  text: T.Optional(T.String()),
  tool: T.Optional(Tool),
  plan: T.Optional(T.Array(PlanEntry)),
  at: time("When it began"),
  updatedAt: T.Optional(time("When it last grew or changed")),
});
export type Message = Static<typeof Message>;

export const Option = T.Object({
  option: T.String(),
  name: T.String(),
  kind: T.Optional(T.String({ description: "allow_once, allow_always, reject_once or reject_always" })),
});
export type Option = Static<typeof Option>;

export const Permission = T.Object({
  id: T.String(),
  session: T.String(),
  turn: T.String(),
  title: T.String({ description: "What the agent wants to do" }),
  kind: T.Optional(T.String({ description: "The kind of tool: edit, execute and so on" })),
  content: T.Optional(T.Array(Piece)),
  options: T.Array(Option),
  state: oneOf("open", "answered", "cancelled", "expired"),
  option: T.Optional(T.String({ description: "What was chosen" })),
  answeredBy: T.Optional(T.String({ description: "The context that chose" })),
  createdAt: time("When the agent asked"),
  closedAt: T.Optional(time("When it was no longer open")),
});
export type Permission = Static<typeof Permission>;
