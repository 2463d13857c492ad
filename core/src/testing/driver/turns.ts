import assert from "node:assert/strict";
import { createCommitQueue, recordsOf, Transaction, type Turn } from "../../storage/index.ts";
import type { Promised } from "./place.ts";
import { look, things } from "./records.ts";

export const turns: Promised = {
  async "accepts every command that competes for a record, after at most one conflict"({ store }) {
    const queue = createCommitQueue(store);
    let losses = 0;
    async function increment(turn?: Turn): Promise<Transaction | undefined> {
      store.refresh?.();
      const tx = new Transaction(store);
      const n = ((await recordsOf(tx).get(things, "n"))?.value as number | undefined) ?? 0;
      await recordsOf(tx).put(things, { at: ["n"], value: n + 1 });
      return (await queue.commit(tx.batch(), turn)) === false ? tx : undefined;
    }
    await Promise.all(
      Array.from({ length: 60 }, async () => {
        const lost = await increment();
        if (lost) losses += (await queue.inTurn(lost.checks, increment)) ? 1 : 0;
      }),
    );
    assert.equal((await look(store).get(things, "n"))?.value, 60);
    assert.equal(losses, 0);
  },
};
