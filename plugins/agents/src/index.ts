import { definePlugin, perCall } from "@postern/core";
import * as collections from "./collections.ts";
import { schemas } from "./component-schemas.ts";
import { createDirectory } from "./directory.ts";
import * as events from "./events.ts";
import { group } from "./group.ts";
import { archive } from "./operations/archive.ts";
import { create } from "./operations/create.ts";
import { debounce } from "./operations/debounce.ts";
import { list } from "./operations/list.ts";
import { show } from "./operations/show.ts";
import { turnsDiscard } from "./operations/turns.discard.ts";
import { turnsFlush } from "./operations/turns.flush.ts";
import { turnsList } from "./operations/turns.list.ts";
import { turnsShow } from "./operations/turns.show.ts";
import { unarchive } from "./operations/unarchive.ts";
import { update } from "./operations/update.ts";
import { agentDirectory } from "./services.ts";
import { syncedAgents } from "./sync.ts";
import { consumeMessages } from "./turns/consume-messages.ts";
import { deliverTurns } from "./turns/deliver-turns.ts";

export * from "./errors.ts";
export * from "./events.ts";
export type { Agent, Turn, Waiting } from "./schemas.ts";
export type { Speech } from "./speech.ts";
export { archive, create, debounce, list, show, turnsDiscard, turnsFlush, turnsList, turnsShow, unarchive, update };

/** Agents, their speech defaults and their turns. */
export default definePlugin(group, {
  version: "1.0.0",
  data: 1,
  schemas,
  collections,
  operations: [
    create,
    list,
    show,
    update,
    archive,
    unarchive,
    debounce,
    turnsList,
    turnsShow,
    turnsFlush,
    turnsDiscard,
  ],
  events: Object.values(events),
  provides: { directory: agentDirectory },
  setup({ services }) {
    services.sync?.register(syncedAgents);
    return { services: { directory: perCall(createDirectory) } };
  },
  workers: [consumeMessages, deliverTurns],
});
