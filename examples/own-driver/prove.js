import { mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { driverCases } from "@postern/core/testing";
import { journalFile } from "./driver.js";

// Tests every guarantee that the gateway relies on. With a test runner: `testDriver(name, make, { describe, it })`.
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
console.log(`${cases.length - failed} passed, ${failed} failed`);
process.exitCode = failed > 0 ? 1 : 0;
