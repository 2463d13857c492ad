import { defineEvent, T } from "@postern/core";
import { Message, Permission, Session, Turn } from "./schemas.ts";

const sessionIs = (past: string) => ({
  summary: `A session ${past}`,
  data: T.Object({ session: Session }),
  subject: ({ session }: { session: { id: string } }) => session.id,
});
const turnIs = (past: string) => ({
  summary: `A turn ${past}`,
  data: T.Object({ turn: Turn }),
  subject: ({ turn }: { turn: { session: string } }) => turn.session,
});
const messageIs = (past: string) => ({
  summary: `A message ${past}`,
  data: T.Object({ message: Message }),
  subject: ({ message }: { message: { session: string } }) => message.session,
});
const permissionIs = (past: string) => ({
  summary: `A permission ${past}`,
  data: T.Object({ permission: Permission }),
  subject: ({ permission }: { permission: { session: string } }) => permission.session,
});

export const sessionCreated = defineEvent("agentx.session.created", sessionIs("was created"));
export const sessionUpdated = defineEvent(
  "agentx.session.updated",
  sessionIs("stands otherwise, or has another title"),
);
export const sessionGone = defineEvent(
  "agentx.session.gone",
  sessionIs("has lost its agent, which its reason tells of"),
);
export const sessionArchived = defineEvent("agentx.session.archived", sessionIs("was archived"));
export const sessionUnarchived = defineEvent("agentx.session.unarchived", sessionIs("was taken back from the archive"));
export const sessionRemoved = defineEvent(
  "agentx.session.removed",
  sessionIs("was removed, with all that was said and done in it"),
);

export const turnAdded = defineEvent("agentx.turn.added", turnIs("was asked for"));
export const turnStarted = defineEvent("agentx.turn.started", turnIs("has begun"));
export const turnFinished = defineEvent("agentx.turn.finished", turnIs("is over: done, cancelled or failed"));

export const messageAdded = defineEvent("agentx.message.added", messageIs("was said, or has begun"));
export const messageUpdated = defineEvent("agentx.message.updated", messageIs("of a tool or a plan stands otherwise"));
export const messageAppended = defineEvent("agentx.message.appended", {
  summary: "A message has grown by this text, which stands at this place of it",
  data: T.Object({
    session: T.String(),
    turn: T.String(),
    number: T.Integer(),
    kind: T.String(),
    from: T.Integer({ description: "How long its text was before, in UTF-16 units" }),
    text: T.String(),
  }),
  subject: ({ session }) => session,
});

export const permissionRequested = defineEvent("agentx.permission.requested", permissionIs("is asked for"));
export const permissionAnswered = defineEvent("agentx.permission.answered", permissionIs("was answered"));
export const permissionClosed = defineEvent("agentx.permission.closed", permissionIs("needs no answer any more"));
