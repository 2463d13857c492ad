import { compare, type Effort } from "../harness/comparison.ts";
import { announce, printFindings, printSamples } from "../harness/report.ts";
import { ratios } from "../harness/rounds.ts";
import { showPath } from "../servers/notes.ts";
import { probe } from "./create.ts";

const contestants = (server: string) => [
  { name: "with", server, env: { METRICS: "on" } },
  { name: "without", server, env: { METRICS: "off" } },
];

/** What counting calls and commits costs them. */
export async function metrics(effort: Effort): Promise<void> {
  announce("metrics: one record by its id, and chats.messages.create, counted and not");
  const query = await compare({
    ...effort,
    contestants: contestants("gateway-query"),
    script: "bodies",
    probe: (firstLine) => ({ path: showPath, body: firstLine("bodies") }),
  });
  printSamples(query);
  const create = await compare({ ...effort, contestants: contestants("gateway-create"), script: "create", probe });
  printSamples(create);
  const value = (rounds: typeof query) => ratios(rounds, "with", "without", ({ rate }) => rate);
  printFindings([
    { what: "query, with : without", values: value(query), goal: { atLeast: 0.98 } },
    { what: "create, with : without", values: value(create), goal: { atLeast: 0.98 } },
  ]);
}
