import { definePlugin, perCall } from "@postern/core";
import { agentsCheck } from "./check.ts";
import { createTurnQueue } from "./claims/queue.ts";
import { keepTurns } from "./claims/upkeep.ts";
import { createWaiters } from "./claims/waiters.ts";
import * as collections from "./collections.ts";
import { schemas } from "./component-schemas.ts";
import { createDirectory } from "./directory.ts";
import * as events from "./events.ts";
import { group } from "./group.ts";
import { setUpItems } from "./lasting.ts";
import { migrations } from "./migrations.ts";
import * as operations from "./operations/index.ts";
import { createRights } from "./rights.ts";
import { agentDirectory, agentRights, turnQueue } from "./services.ts";
import { syncedAgents } from "./sync.ts";
import { consumeMessages } from "./turns/consume-messages.ts";
import { deliverTurns } from "./turns/deliver-turns.ts";

export * from "./errors.ts";
export * from "./events.ts";
export * from "./operations/index.ts";
export type { Agent, Turn, Waiting } from "./schemas.ts";
export type { Speech } from "./speech.ts";

/** Agents, their speech defaults and their turns. */
export default definePlugin(group, {
  version: "1.0.0",
  data: 2,
  migrations,
  schemas,
  collections,
  operations: Object.values(operations),
  events: Object.values(events),
  provides: { directory: agentDirectory, turns: turnQueue, rights: agentRights },
  setup(host) {
    const { services } = host;
    const state = { waiters: createWaiters(), rights: createRights() };
    services.sync?.register(syncedAgents);
    services.checks?.register(agentsCheck);
    services.lasting?.register(setUpItems);
    const turns = createTurnQueue({ ...host, state });
    return { services: { directory: perCall(createDirectory), turns, rights: state.rights }, state };
  },
  workers: [consumeMessages, deliverTurns, keepTurns],
});
