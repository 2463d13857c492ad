import { testGateway } from "@postern/core/testing";
import { describe, expect, it } from "vitest";
import { dying } from "../storage-drivers/faults.ts";
import { byFirstLetter, byLost, byTag, byTitle, entries, inMemory, release, run, shelf } from "./fixtures/library.ts";

describe("a build that was killed", () => {
  it.each([false, true])("is resumed by the next start, at every write (torn: %j)", async (torn) => {
    const before = { indexes: { by: byTitle, byTag } };
    const after = { indexes: { by: byFirstLetter, byLost } };
    let died = true;
    for (let at = 1; died; at += 1) {
      const { open } = inMemory();
      await run(before, open(), ({ add }) => add(shelf(20)));
      const mortal = dying(open(), at, torn);
      const found = await testGateway({ plugins: [release(after)], storage: { ...mortal, dispose: () => {} } }).catch(
        () => undefined,
      );
      await found?.stop().catch(() => {});
      died = mortal.isDead();
      await run(after, open(), async ({ ids }) => {
        expect(await ids("by", "T")).toHaveLength(10);
        expect(await ids("by", "M")).toHaveLength(10);
      });
      expect(await entries(open(), "by")).toHaveLength(20);
      expect(await entries(open(), "byTag")).toEqual([]);
    }
  });
});
