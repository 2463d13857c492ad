/**
 * Reads the results that a test run appended to a file, even if the run was killed. Prints each failed test with its
 * error, each error outside of a test, and each file that was still running. The last line is
 * `<passed> <failed> <skipped>`; a file that could not be loaded or was still running counts as one failure.
 */
import { existsSync, readFileSync } from "node:fs";

const file = process.argv[2];
const lines = existsSync(file) ? readFileSync(file, "utf8").trimEnd().split("\n").map(parse).filter(Boolean) : [];
const results = lines.filter(({ event }) => event === "result");
const ended = lines.filter(({ event }) => event === "ended");
const broken = ended.filter(({ errors }) => errors);
const outside = lines.filter(({ event }) => event === "outside");
const finished = new Set(ended.map((line) => line.file));
const running = lines.filter((line) => line.event === "started" && !finished.has(line.file));
const failed = results.filter(({ state }) => state === "failed");

for (const { file, test, errors = [] } of failed) console.log(`${file}: ${test}\n  ${shorten(errors)}`);
for (const { file, errors } of broken) console.log(`${file}:\n  ${shorten(errors)}`);
for (const { errors } of outside) console.log(`outside of a test:\n  ${shorten(errors)}`);
for (const { file, at } of running) {
  const done = results.filter((line) => line.file === file).length;
  console.log(`${file}: still running after ${secondsFrom(at)} s, ${done} tests completed`);
}
const count = (state) => results.filter((line) => line.state === state).length;
const bad = failed.length + broken.length + outside.length + running.length;
console.log(count("passed"), bad, count("skipped"));

/** The last line of a killed run may be truncated. */
function parse(line) {
  try {
    return JSON.parse(line);
  } catch {
    return undefined;
  }
}

function shorten(errors) {
  return errors.join("\n").split("\n").slice(0, 30).join("\n  ");
}

function secondsFrom(start) {
  return Math.round(((lines.at(-1)?.at ?? start) - start) / 1000);
}
