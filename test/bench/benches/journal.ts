import { compare, type Effort } from "../harness/comparison.ts";
import { announce, printFindings, printSamples } from "../harness/report.ts";
import { ratios } from "../harness/rounds.ts";
import { probe } from "./create.ts";

/** What writing events down costs the commands that they tell of. */
export async function journal(effort: Effort): Promise<void> {
  announce("journal: chats.messages.create with its journal, and with none");
  const rounds = await compare({
    ...effort,
    contestants: [
      { name: "with", server: "gateway-create" },
      { name: "without", server: "without-journal" },
    ],
    script: "create",
    probe,
  });
  printSamples(rounds);
  const values = ratios(rounds, "with", "without", ({ rate }) => rate);
  printFindings([{ what: "with : without", values, goal: { atLeast: 0.8 } }]);
}
