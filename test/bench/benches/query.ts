import { compare, type Effort } from "../harness/comparison.ts";
import { announce, printFindings, printSamples } from "../harness/report.ts";
import { ratios } from "../harness/rounds.ts";
import { showPath } from "../servers/notes.ts";

const contestants = [
  { name: "node:http", server: "raw-query" },
  { name: "fastify", server: "fastify-query" },
];

/** One record by its id: what the pipeline costs against the same checks by hand. */
export async function query(effort: Effort): Promise<void> {
  announce("query: one record by its id, 64 connections; key, scope and schema checked");
  const rounds = await compare({
    ...effort,
    contestants,
    script: "bodies",
    probe: (firstLine) => ({ path: showPath, body: firstLine("bodies") }),
  });
  printSamples(rounds);
  printFindings([{ what: "fastify : node:http", values: ratios(rounds, "fastify", "node:http", ({ rate }) => rate) }]);
}
