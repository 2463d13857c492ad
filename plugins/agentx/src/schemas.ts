import { numeric, oneOf, type Static, T } from "@postern/core";
import { described } from "@postern/core/fields";

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
  id: T.String({ description: "Its id" }),
  agent: T.String({ description: "Name of the coding agent" }),
  title: T.Optional(T.String({ description: "A title for people" })),
  cwd: T.String({ description: "Below the workspace, which is `.`; below a further one as name:folder" }),
  status: described(Status, "Its status"),
  reason: T.Optional(T.String({ description: "Why it stands so, where that is not plain" })),
  live: T.Boolean({ description: "Whether its agent runs" }),
  resumable: T.Boolean({ description: "Whether the agent can come back to it once its process has ended" }),
  agentSession: T.Optional(T.String({ description: "The id that the agent itself gave it" })),
  turn: T.Optional(T.String({ description: "The turn that is under way" })),
  waiting: T.Integer({ description: "Turns that wait for theirs" }),
  createdAt: time("When it was made"),
  updatedAt: time("When it last changed"),
  archivedAt: T.Optional(time("While it is archived: since when")),
  archivedIn: T.Optional(
    described(oneOf("agent", "here"), "Where it is archived: with the agent itself, or only here"),
  ),
  pending: T.Optional(
    T.Array(oneOf("archive", "unarchive", "title"), { description: "What the agent has yet to be told" }),
  ),
});
export type Session = Static<typeof Session>;

export const Turn = T.Object({
  id: T.String({ description: "Its id" }),
  session: T.String({ description: "Id of the session" }),
  state: described(oneOf("waiting", "running", "done", "cancelled", "failed"), "Its state"),
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
  type: described(oneOf("text", "diff", "terminal"), "Its type"),
  text: T.Optional(T.String({ description: "The text" })),
  path: T.Optional(T.String({ description: "Path of the file" })),
  before: T.Optional(T.String({ description: "The text before the change" })),
  after: T.Optional(T.String({ description: "The text after the change" })),
  cut: T.Optional(T.Boolean({ description: "Whether it goes on, and the rest was left out" })),
});
export type Piece = Static<typeof Piece>;

export const Tool = T.Object({
  id: T.String({ description: "Its id" }),
  title: T.Optional(T.String({ description: "A title for people" })),
  kind: T.Optional(T.String({ description: "Its kind" })),
  status: T.Optional(T.String({ description: "Its status" })),
  content: T.Optional(T.Array(Piece, { description: "The content" })),
  left: T.Optional(T.Integer({ description: "Pieces of its content that were left out, for there were too many" })),
});
export type Tool = Static<typeof Tool>;

export const PlanEntry = T.Object({
  content: T.String({ description: "The content" }),
  status: T.String({ description: "Its status" }),
  priority: T.Optional(T.String({ description: "How urgent it is" })),
});
export type PlanEntry = Static<typeof PlanEntry>;

export const Message = T.Object({
  session: T.String({ description: "Id of the session" }),
  number: T.Integer({ description: "1 for the first of its session, and so on" }),
  turn: T.String({ description: "The turn" }),
  kind: described(oneOf("user", "agent", "thought", "tool", "plan"), "Its kind"),
  text: T.Optional(T.String({ description: "The text" })),
  tool: T.Optional(described(Tool, "What the agent uses")),
  plan: T.Optional(T.Array(PlanEntry, { description: "The agent's plan, step by step" })),
  at: time("When it began"),
  updatedAt: T.Optional(time("When it last grew or changed")),
});
export type Message = Static<typeof Message>;

export const Option = T.Object({
  option: T.String({ description: "The option" }),
  name: T.String({ description: "Its name" }),
  kind: T.Optional(T.String({ description: "allow_once, allow_always, reject_once or reject_always" })),
});
export type Option = Static<typeof Option>;

export const Permission = T.Object({
  id: T.String({ description: "Its id" }),
  session: T.String({ description: "Id of the session" }),
  turn: T.String({ description: "The turn" }),
  title: T.String({ description: "What the agent wants to do" }),
  kind: T.Optional(T.String({ description: "The kind of tool: edit, execute and so on" })),
  content: T.Optional(T.Array(Piece, { description: "The content" })),
  options: T.Array(Option, { description: "The options" }),
  state: described(oneOf("open", "answered", "cancelled", "expired"), "Its state"),
  option: T.Optional(T.String({ description: "What was chosen" })),
  answeredBy: T.Optional(T.String({ description: "The context that chose" })),
  createdAt: time("When the agent asked"),
  closedAt: T.Optional(time("When it was no longer open")),
});
export type Permission = Static<typeof Permission>;
