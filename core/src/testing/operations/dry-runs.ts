import assert from "node:assert/strict";
import { assertFits } from "./answers.ts";
import type { Promised } from "./bench.ts";

const DRY = { "x-dry-run": "true", "idempotency-key": "dry" };

/** A dry run changes nothing. */
export const dryRuns: Promised = {
  async "shows its plan and leaves the store unchanged, byte for byte"({ admin, dump, assertDeclared }, operation) {
    // Unless the operation is dry by default, only the header prevents its execution.
    const asked = operation.dryRun === "always" ? [DRY, {}] : [DRY];
    for (const { input } of operation.examples) {
      for (const headers of asked) {
        const before = await dump();
        const reply = await admin.post(operation.id, input, headers);
        assert.deepEqual(await dump(), before);
        assertDeclared(operation, reply);
        if (reply.status !== 200) continue;
        assert.equal(reply.body.dryRun, true, `${operation.id} does not answer a dry run with its plan`);
        assertFits(operation, reply);
      }
    }
  },

  async "shows the same plan twice, so that a shown plan can be executed"({ admin }, operation) {
    for (const { input } of operation.examples) {
      const [first, second] = [await admin.post(operation.id, input, DRY), await admin.post(operation.id, input, DRY)];
      assert.equal(first.body.digest, second.body.digest);
    }
  },

  async "refuses to execute a plan other than the shown one"({ admin, dump, settled }, operation) {
    for (const { input } of operation.examples) {
      const execute = operation.dryRun === "never" ? {} : { execute: true };
      const before = await settled();
      const reply = await admin.post(operation.id, { ...input, ...execute }, { "if-match": `"${"x".repeat(43)}"` });
      assert.ok([412, 404, 409].includes(reply.status), `A stale plan is answered ${reply.status}`);
      // The refusal itself may be stored as an outcome, but no data are changed.
      if (reply.status === 412) assert.deepEqual(await dump(), before);
    }
  },
};
