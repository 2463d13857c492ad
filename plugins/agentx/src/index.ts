import { definePlugin } from "@postern/core";
import * as collections from "./collections.ts";
import { schemas } from "./component-schemas.ts";
import * as events from "./events.ts";
import { group } from "./group.ts";
import { agentsList } from "./operations/agents.list.ts";
import { sessionsAnswer } from "./operations/sessions.answer.ts";
import { sessionsArchive } from "./operations/sessions.archive.ts";
import { sessionsCancel } from "./operations/sessions.cancel.ts";
import { sessionsCreate } from "./operations/sessions.create.ts";
import { sessionsList } from "./operations/sessions.list.ts";
import { sessionsMessages } from "./operations/sessions.messages.ts";
import { sessionsRemove } from "./operations/sessions.remove.ts";
import { sessionsRename } from "./operations/sessions.rename.ts";
import { sessionsSend } from "./operations/sessions.send.ts";
import { sessionsShow } from "./operations/sessions.show.ts";
import { sessionsStop } from "./operations/sessions.stop.ts";
import { sessionsUnarchive } from "./operations/sessions.unarchive.ts";
import { turnsList } from "./operations/turns.list.ts";
import { sweepSessions } from "./sweep.ts";
import { runAgents } from "./work/runner.ts";

export * from "./errors.ts";
export * from "./events.ts";
export type { Message, Permission, Session, Turn } from "./schemas.ts";
export {
  agentsList,
  sessionsAnswer,
  sessionsArchive,
  sessionsCancel,
  sessionsCreate,
  sessionsList,
  sessionsMessages,
  sessionsRemove,
  sessionsRename,
  sessionsSend,
  sessionsShow,
  sessionsStop,
  sessionsUnarchive,
  turnsList,
};

/** Sessions with coding agents that use the Agent Client Protocol. */
export default definePlugin(group, {
  version: "1.0.0",
  data: 1,
  schemas,
  collections,
  operations: [
    agentsList,
    sessionsCreate,
    sessionsList,
    sessionsShow,
    sessionsSend,
    sessionsCancel,
    sessionsStop,
    sessionsMessages,
    sessionsAnswer,
    sessionsArchive,
    sessionsUnarchive,
    sessionsRename,
    sessionsRemove,
    turnsList,
  ],
  events: Object.values(events),
  setup: () => ({ state: { isRunner: false } }),
  workers: [runAgents, sweepSessions],
});
