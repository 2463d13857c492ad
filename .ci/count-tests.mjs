/** Prints how many tests passed, failed and were skipped, from vitest's JSON report. A file that did not load is one failed. */
import { readFileSync } from "node:fs";

const { testResults } = JSON.parse(readFileSync(process.argv[2], "utf8"));
const tests = testResults.flatMap(({ assertionResults }) => assertionResults);
const count = (...states) => tests.filter(({ status }) => states.includes(status)).length;
const notLoaded = testResults.filter(
  ({ status, assertionResults }) => status === "failed" && !assertionResults.some((test) => test.status === "failed"),
);
console.log(count("passed"), count("failed") + notLoaded.length, count("skipped", "pending", "todo", "disabled"));
