import { expect, it } from "vitest";
import { measure } from "../plugins/client/run/compile.ts";
import { everyCall, firstParty } from "../plugins/client/run/every-call.ts";
import { firstPartyManifest } from "../plugins/client/run/first-party.ts";
import { leastOf } from "./pause.ts";

it("a program that calls 280 operations is checked in less than a second", async () => {
  const { operations } = await firstPartyManifest();
  const program = `${firstParty}${everyCall(operations.slice(0, 280))}`;
  const nothing = await leastOf(0, () => measure({ "empty.ts": "export {};\n" }).checkMs);
  const every = await leastOf(1_000, () => measure({ "every.ts": program }).checkMs);
  expect(every - nothing).toBeLessThan(1_000);
});
