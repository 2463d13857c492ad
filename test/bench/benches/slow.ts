import { spawnSync } from "node:child_process";
import { compare, type Effort } from "../harness/comparison.ts";
import { serverFile } from "../harness/files.ts";
import { announce, printFindings, printSamples } from "../harness/report.ts";
import { ratios } from "../harness/rounds.ts";
import { type Flushes, slowDisk } from "../harness/slow-disk.ts";
import { probe } from "./create.ts";

/** Durable messages on a disk whose flushes take a millisecond longer: what grouping commits is for. */
export async function slow(effort: Effort): Promise<void> {
  announce("slow: the same, each flush a millisecond slower");
  const env = slowDisk();
  if (!env) return console.log("  left out: it needs Linux and a C compiler (cc)");
  checkDisk(env);
  const rounds = await compare({
    ...effort,
    contestants: [
      { name: "postern", server: "gateway-create", env },
      { name: "fastify + libsql", server: "fastify-libsql", env },
    ],
    script: "create",
    probe,
  });
  printSamples(rounds);
  const values = ratios(rounds, "postern", "fastify + libsql", ({ rate }) => rate);
  printFindings([{ what: "postern : fastify + libsql", values, goal: { atLeast: 6 } }]);
}

/** Sees that the millisecond is really there, for every kind of flush, and that a plain write does not wait. */
function checkDisk(env: Record<string, string>): void {
  const [without, within] = [flushesIn({}), flushesIn(env)];
  const added = (way: keyof Flushes) => within[way] - without[way];
  printFindings([
    { what: "fsync", values: [added("fsync")], unit: "ms more", goal: { atLeast: 1 } },
    { what: "fdatasync", values: [added("fdatasync")], unit: "ms more", goal: { atLeast: 1 } },
    { what: "O_DSYNC write", values: [added("O_DSYNC write")], unit: "ms more", goal: { atLeast: 1 } },
    { what: "plain write", values: [added("plain write")], unit: "ms more", goal: { atMost: 0.1 } },
  ]);
}

function flushesIn(env: Record<string, string>): Flushes {
  const { stdout, status } = spawnSync(process.execPath, [serverFile("flushes")], {
    env: { ...process.env, ...env },
    encoding: "utf8",
  });
  if (status !== 0) throw new Error("The flushes could not be timed");
  return JSON.parse(stdout) as Flushes;
}
