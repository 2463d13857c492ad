// Tells which tests of a vitest JSON report failed, each with the first lines of why.
import { readFileSync } from "node:fs";

const { testResults } = JSON.parse(readFileSync(process.argv[2], "utf8"));
for (const { name, message, status, assertionResults } of testResults) {
  const file = name.slice(process.cwd().length + 1);
  const failed = assertionResults.filter((test) => test.status === "failed");
  if (status === "failed" && failed.length === 0) console.log(`${file}: ${message}`);
  for (const { fullName, failureMessages } of failed)
    console.log(`${file}: ${fullName}\n  ${failureMessages.join("\n").split("\n").slice(0, 30).join("\n  ")}`);
}
