import { randomBytes } from "node:crypto";
import { defineCollection, type MutableRecords, T } from "@postern/core";
import { scanRecords } from "@postern/core/paging";
import { pendingTurns } from "./collections.ts";

/** Version 1 only noted since when an agent had not answered. */
const unanswered = defineCollection("agents.unanswered", {
  schema: T.Object({ agentId: T.String(), chatId: T.String(), since: T.Number() }),
  key: ({ agentId, chatId }) => [agentId, chatId],
  indexes: { byAge: ({ since }) => [since] },
});

export const migrations = {
  /** Gives pending turns the ids that they keep until their end. */
  async 2({ store }: { store: MutableRecords }) {
    for await (const turn of scanRecords(store, pendingTurns))
      await store.put(pendingTurns, { ...turn, id: `turn_${randomBytes(12).toString("hex")}` });
    for await (const { agentId, chatId } of scanRecords(store, unanswered))
      await store.delete(unanswered, agentId, chatId);
  },
};
