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
  summary: `A permission request ${past}`,
  data: T.Object({ permission: Permission }),
  subject: ({ permission }: { permission: { session: string } }) => permission.session,
});

export const sessionCreated = defineEvent("agentx.session.created", sessionIs("was created"));
export const sessionUpdated = defineEvent("agentx.session.updated", sessionIs("changed"));
export const sessionGone = defineEvent("agentx.session.gone", sessionIs("lost its agent; `reason` says why"));
export const sessionArchived = defineEvent("agentx.session.archived", sessionIs("was archived"));
export const sessionUnarchived = defineEvent("agentx.session.unarchived", sessionIs("was restored from the archive"));
export const sessionRemoved = defineEvent(
  "agentx.session.removed",
  sessionIs("was deleted with its messages, turns and permission requests"),
);

export const turnAdded = defineEvent("agentx.turn.added", turnIs("was added"));
export const turnStarted = defineEvent("agentx.turn.started", turnIs("started"));
export const turnFinished = defineEvent("agentx.turn.finished", turnIs("ended: done, cancelled or failed"));

export const messageAdded = defineEvent("agentx.message.added", messageIs("was added"));
export const messageUpdated = defineEvent("agentx.message.updated", messageIs("about a tool call or plan changed"));
export const messageAppended = defineEvent("agentx.message.appended", {
  summary: "Text was appended to a message",
  data: T.Object({
    session: T.String({ description: "Session id" }),
    turn: T.String({ description: "Turn id" }),
    number: T.Integer({ description: "Number of the message" }),
    kind: T.String({ description: "Kind of message" }),
    from: T.Integer({ description: "Length of the text before, in UTF-16 code units" }),
    text: T.String({ description: "Text that was appended" }),
  }),
  subject: ({ session }) => session,
});

export const permissionRequested = defineEvent("agentx.permission.requested", permissionIs("was created"));
export const permissionAnswered = defineEvent("agentx.permission.answered", permissionIs("was answered"));
export const permissionClosed = defineEvent("agentx.permission.closed", permissionIs("was closed without an answer"));
