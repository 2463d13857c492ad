import { compare, type Effort } from "../harness/comparison.ts";
import { announce, printFindings, printSamples } from "../harness/report.ts";
import { ratios } from "../harness/rounds.ts";
import { showPath } from "../servers/notes.ts";

/** One record by its id: what the pipeline costs against the same checks by hand. */
export async function query(effort: Effort): Promise<void> {
  announce("query: one record by its id, 64 connections; key, scope and schema checked");
  const rounds = await compare({
    ...effort,
    contestants: [
      { name: "postern", server: "gateway-query" },
      { name: "node:http", server: "raw-query" },
      { name: "fastify", server: "fastify-query" },
    ],
    script: "bodies",
    probe: (firstLine) => ({ path: showPath, body: firstLine("bodies") }),
  });
  printSamples(rounds);
  const against = (other: string) => ratios(rounds, "postern", other, ({ rate }) => rate);
  printFindings([
    { what: "postern : node:http", values: against("node:http"), goal: { atLeast: 0.85 } },
    { what: "postern : fastify", values: against("fastify"), goal: { atLeast: 1.05 } },
  ]);
}
