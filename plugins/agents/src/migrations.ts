import { randomBytes } from "node:crypto";
import type { MutableRecords } from "@postern/core";
import { scanRecords } from "@postern/kit/paging";
import { pendingTurns, unansweredTurns } from "./collections.ts";

export const migrations = {
  /** Gives pending turns the ids that they keep until their end. */
  async 2({ store }: { store: MutableRecords }) {
    for await (const turn of scanRecords(store, pendingTurns))
      await store.put(pendingTurns, { ...turn, id: `turn_${randomBytes(12).toString("hex")}` });
    for await (const { agentId, chatId } of scanRecords(store, unansweredTurns))
      await store.delete(unansweredTurns, agentId, chatId);
  },
};
