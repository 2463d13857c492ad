import { definePlugin, perCall } from "@postern/core";
import { createCodingSessions } from "./coding-sessions.ts";
import * as collections from "./collections.ts";
import { schemas } from "./component-schemas.ts";
import * as events from "./events.ts";
import { group } from "./group.ts";
import * as operations from "./operations/index.ts";
import { codingSessions } from "./services.ts";
import { sweepSessions } from "./sweep.ts";
import { runAgents } from "./work/runner.ts";

export * from "./errors.ts";
export * from "./events.ts";
export * from "./operations/index.ts";
export type { Message, Permission, Session, Turn } from "./schemas.ts";

/** Sessions with coding agents that use the Agent Client Protocol. */
export default definePlugin(group, {
  version: "1.0.0",
  data: 1,
  schemas,
  collections,
  operations: Object.values(operations),
  events: Object.values(events),
  provides: { codingSessions },
  setup: () => ({
    state: { isRunner: false, sessions: () => 0 },
    services: { codingSessions: perCall(createCodingSessions) },
  }),
  workers: [runAgents, sweepSessions],
});
