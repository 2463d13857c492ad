import { compare, type Effort } from "../harness/comparison.ts";
import { announce, printFindings, printSamples } from "../harness/report.ts";
import { ratios } from "../harness/rounds.ts";
import { showPath } from "../servers/notes.ts";
import { probe } from "./create.ts";

const contestants = (server: string) => [
  { name: "with", server, env: { TRACES: "on" } },
  { name: "without", server },
];

/** What spans cost calls and commits, with an SDK that keeps all of them and an exporter that drops them. */
export async function traces(effort: Effort): Promise<void> {
  announce("traces: one record by its id, and chats.messages.create, with spans and without");
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
    { what: "query, with : without", values: value(query) },
    { what: "create, with : without", values: value(create) },
  ]);
}
