import { mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { driverCases } from "@postern/core/testing";
import { journalFile } from "./driver.js";

// Every promise that the gateway relies on, one by one. With a test runner: `testDriver(name, make, { describe, it })`.
let failed = 0;
const cases = driverCases(() => {
  const path = join(mkdtempSync(join(tmpdir(), "own-driver-")), "store.jsonl");
  return { open: () => journalFile(path), lasting: true };
});
for (const { name, run } of cases) {
  try {
    await run();
    console.log(`ok    ${name}`);
  } catch (error) {
    failed++;
    console.log(`FAIL  ${name}: ${error.message}`);
  }
}
console.log(`${cases.length - failed} kept, ${failed} broken`);
process.exitCode = failed > 0 ? 1 : 0;
