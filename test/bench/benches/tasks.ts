import type { Effort } from "../harness/comparison.ts";
import { halves } from "../harness/cores.ts";
import { newFolder } from "../harness/files.ts";
import { runProgram } from "../harness/program.ts";
import { announce, type Finding, printFindings } from "../harness/report.ts";
import { sized } from "../harness/size.ts";

const asked = {
  planMs: "a dependency, planned",
  addMs: "a dependency, added and on the disk",
  circleMs: "a dependency, refused for its circle",
  readyMs: "50 of the tasks that can start",
  mineMs: "5 of those of one assignee",
  doneMs: "a task that many wait for, done and reopened",
};
type Measured = Record<keyof typeof asked, number>;

/** What tasks cost in a store of ten thousand and in one ten times as large: as much, since each asks for as much. */
export async function tasks({ rounds }: Effort): Promise<void> {
  const count = sized(100_000, 8_000);
  announce(`tasks: ${count / 10} tasks, and ${count}, with three times as many dependencies`);
  const small = await filled("tasks-small", count / 10);
  const large = await filled("tasks-large", count);
  const measured: { small: Measured; large: Measured }[] = [];
  for (let round = 0; round < rounds; round++) {
    measured.push({ small: await measure(small, round), large: await measure(large, round) });
  }
  printFindings(
    Object.entries(asked).flatMap(([name, what]): Finding[] => {
      const each = (size: "small" | "large") => measured.map((one) => one[size][name as keyof Measured]);
      const ratios = measured.map((one) => one.large[name as keyof Measured] / one.small[name as keyof Measured]);
      return [
        { what, values: each("large"), unit: "ms" },
        { what: "  large : small", values: ratios, goal: { atMost: 2 } },
      ];
    }),
  );
}

async function filled(name: string, count: number): Promise<Record<string, string>> {
  const env = { FOLDER: newFolder(name), TASK_COUNT: String(count) };
  await runProgram("fill-tasks", halves.servers, env);
  return env;
}

const measure = (env: Record<string, string>, round: number): Promise<Measured> =>
  runProgram<Measured>("tasks", halves.servers, { ...env, ROUND: String(round) });
