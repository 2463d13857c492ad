import { oneOf, type Static, T } from "@postern/core";
import type { EndsLater } from "@postern/core/presentation";
import { described, numeric, refersTo } from "@postern/kit/fields";

export const AgentName = T.String({
  minLength: 1,
  maxLength: 64,
  description: "Name of a configured agent; see agentx.agents.list",
});
export const SessionName = refersTo(
  T.String({
    minLength: 1,
    maxLength: 500,
    description: "Session id, with or without the prefix agentx-, or the agent's own session id",
  }),
  { list: "agentx.sessions.list", names: ["title"], input: { archived: "all" } },
);
/** Input of an operation on one session. */
export const SessionInput = T.Object({ session: SessionName });
export const Title = T.String({ minLength: 1, maxLength: 200, pattern: "\\S", description: "Title of the session" });
/** `maxLength` counts code points. */
export const Prompt = T.String({
  minLength: 1,
  maxLength: 100_000,
  pattern: "\\S",
  description: "Prompt for the agent",
});
export const Position = numeric({
  // One less than the maximum, because the next number must still fit into a key.
  maximum: Number.MAX_SAFE_INTEGER - 1,
  description: "Return only messages after this message number",
});

const time = (description: string) => T.Integer({ description: `${description}, in Unix milliseconds` });

export const Status = oneOf("starting", "idle", "running", "waiting", "gone");
export type Status = Static<typeof Status>;

export const Session = T.Object({
  id: T.String({ description: "Session id" }),
  agent: T.String({ description: "Name of the coding agent" }),
  title: T.Optional(T.String({ description: "Title of the session" })),
  cwd: T.String({
    description: "Working folder relative to the workspace, or name:folder in an additional workspace",
  }),
  host: T.Optional(T.String({ description: "Machine that has the folder and runs the agent" })),
  status: described(Status, "Status of the session: waiting if a permission request is open, gone if its agent ended"),
  reason: T.Optional(
    T.String({ description: "Why the session is gone, its agent has not started yet, or its agent refused a change" }),
  ),
  live: T.Boolean({ description: "Whether the agent's process is running" }),
  resumable: T.Boolean({ description: "Whether the agent can resume the session after its process has ended" }),
  agentSession: T.Optional(T.String({ description: "The agent's own session id" })),
  turn: T.Optional(T.String({ description: "Id of the running turn" })),
  waiting: T.Integer({ description: "Number of waiting turns" }),
  createdAt: time("When the session was created"),
  updatedAt: time("When the session last changed"),
  archivedAt: T.Optional(time("When the session was archived")),
  archivedIn: T.Optional(
    described(oneOf("agent", "here"), "Where the session is archived: by the agent itself, or only here in Postern"),
  ),
  pending: T.Optional(
    T.Array(oneOf("archive", "unarchive", "title"), {
      description: "Changes that the agent has not been notified of yet",
    }),
  ),
});
export type Session = Static<typeof Session>;

export const Turn = T.Object({
  id: T.String({ description: "Turn id" }),
  session: T.String({ description: "Session id" }),
  state: described(oneOf("waiting", "running", "done", "cancelled", "failed"), "State of the turn"),
  stopReason: T.Optional(
    T.String({ description: "Why the agent ended the turn, in its own terms, such as end_turn or max_tokens" }),
  ),
  reason: T.Optional(T.String({ description: "Why the turn failed or was cancelled" })),
  left: T.Optional(T.Integer({ description: "Number of messages that were dropped because of the limits of a turn" })),
  cancelAt: T.Optional(time("When cancellation of the running turn was requested")),
  createdAt: time("When the turn was added"),
  startedAt: T.Optional(time("When the turn started")),
  finishedAt: T.Optional(time("When the turn ended")),
});
export type Turn = Static<typeof Turn>;

/** Where the end of a turn is seen. */
export const turnEnds: Omit<EndsLater, "input"> = {
  what: "turn",
  query: "agentx.turns.show",
  state: "turn.state",
  good: ["done"],
  bad: ["cancelled", "failed"],
  reason: "turn.reason",
};

export const Content = T.Object({
  type: described(oneOf("text", "diff", "terminal"), "Content type"),
  text: T.Optional(T.String({ description: "Text of the content" })),
  path: T.Optional(T.String({ description: "Path of the changed file" })),
  before: T.Optional(T.String({ description: "Text before the change" })),
  after: T.Optional(T.String({ description: "Text after the change" })),
  cut: T.Optional(T.Boolean({ description: "True if text was truncated" })),
});
export type Content = Static<typeof Content>;

export const Tool = T.Object({
  id: T.String({ description: "Tool call id" }),
  title: T.Optional(T.String({ description: "Title of the tool call" })),
  kind: T.Optional(T.String({ description: "Kind of tool, such as read, edit or execute" })),
  status: T.Optional(T.String({ description: "Status of the tool call, such as pending or completed" })),
  content: T.Optional(T.Array(Content, { description: "Content of the tool call" })),
  left: T.Optional(T.Integer({ description: "Number of content items that were dropped" })),
});
export type Tool = Static<typeof Tool>;

export const PlanEntry = T.Object({
  content: T.String({ description: "Description of the step" }),
  status: T.String({ description: "Status of the step" }),
  priority: T.Optional(T.String({ description: "Priority of the step" })),
});
export type PlanEntry = Static<typeof PlanEntry>;

export const Message = T.Object({
  session: T.String({ description: "Session id" }),
  number: T.Integer({ description: "Number of the message in its session, starting at 1" }),
  turn: T.String({ description: "Turn id" }),
  kind: described(oneOf("user", "agent", "thought", "tool", "plan"), "Kind of message"),
  text: T.Optional(T.String({ description: "Text of the message" })),
  tool: T.Optional(described(Tool, "Tool call")),
  plan: T.Optional(T.Array(PlanEntry, { description: "Steps of the agent's plan" })),
  at: time("When the message was added"),
  updatedAt: T.Optional(time("When the message last changed")),
});
export type Message = Static<typeof Message>;

export const Option = T.Object({
  option: T.String({ description: "Option id" }),
  name: T.String({ description: "Label of the option" }),
  kind: T.Optional(
    T.String({ description: "Kind of option, such as allow_once, allow_always, reject_once or reject_always" }),
  ),
});
export type Option = Static<typeof Option>;

export const Permission = T.Object({
  id: T.String({ description: "Permission request id" }),
  session: T.String({ description: "Session id" }),
  turn: T.String({ description: "Turn id" }),
  title: T.String({ description: "Action that the agent asks permission for" }),
  kind: T.Optional(T.String({ description: "Kind of tool, such as edit or execute" })),
  content: T.Optional(T.Array(Content, { description: "Content of the tool call, such as a diff" })),
  options: T.Array(Option, { description: "Possible answers" }),
  state: described(oneOf("open", "answered", "cancelled", "expired"), "State of the request"),
  option: T.Optional(T.String({ description: "Id of the chosen option" })),
  answeredBy: T.Optional(T.String({ description: "Id of the context that answered" })),
  createdAt: time("When the agent asked"),
  closedAt: T.Optional(time("When the request was answered or closed")),
});
export type Permission = Static<typeof Permission>;
