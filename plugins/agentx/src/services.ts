import { defineService } from "@postern/core";
import type { Permission } from "./schemas.ts";

/** A session, as other plugins need it. */
export interface CodingSession {
  readonly id: string;
  /** Name of the coding agent. */
  readonly agent: string;
  /** Id of the context that created it. */
  readonly createdBy?: string;
}

/** Sessions with coding agents for other plugins. Reads are checked when the caller's transaction commits. */
export interface CodingSessions {
  /** The session, or undefined if it does not exist. */
  session(id: string): Promise<CodingSession | undefined>;
  /** The permission request, or undefined if it does not exist. */
  request(id: string): Promise<Permission | undefined>;
}

export const codingSessions = defineService<CodingSessions>("agentx.coding-sessions");

export { permissionAnswered, permissionClosed, permissionRequested } from "./events.ts";
export { sessionsAnswer } from "./operations/sessions.answer.ts";
export { sessionsCancel } from "./operations/sessions.cancel.ts";
export { sessionsCreate } from "./operations/sessions.create.ts";
export { sessionsMessages } from "./operations/sessions.messages.ts";
export { sessionsSend } from "./operations/sessions.send.ts";
export { sessionsShow } from "./operations/sessions.show.ts";
export { turnsShow } from "./operations/turns.show.ts";
export type { Permission } from "./schemas.ts";
