import type { Effort } from "../harness/comparison.ts";
import { halves } from "../harness/cores.ts";
import { newFolder } from "../harness/files.ts";
import { runProgram } from "../harness/program.ts";
import { announce, type Finding, printFindings } from "../harness/report.ts";
import { sized } from "../harness/size.ts";

interface Figures {
  inRate: number;
  inP50: number;
  inP99: number;
  oneRate: number;
  outRate: number;
  outP50: number;
  outP99: number;
}

const TELLS: [keyof Figures, string, string, Finding["goal"]?][] = [
  ["inRate", "in, 50 places at once", "messages/s"],
  ["oneRate", "in, one place, each after the one before it", "messages/s"],
  ["inP50", "from the platform to stored, one at a time: median", "ms"],
  ["inP99", "  p99", "ms"],
  ["outRate", "out, 50 places at once", "messages/s"],
  ["outP50", "from written to the platform, one at a time: median", "ms", { atMost: 6 }],
  ["outP99", "  p99", "ms"],
];

/** Messages from a platform into a chat and back: over a bare socket, and over IRC where ngIRCd is installed. */
export async function channels({ rounds }: Effort): Promise<void> {
  const count = String(sized(5_000, 100));
  for (const platform of ["socket", "irc"]) {
    const found: Figures[] = [];
    for (let round = 0; round < Math.min(rounds, 3); round++) {
      const setting = { FOLDER: newFolder(`channels-${platform}`), PLATFORM: platform, MESSAGES: count };
      const figures = await runProgram<Figures | { missing: string }>("channels", halves.servers, setting);
      if ("missing" in figures) {
        announce(`channels: no figures for ${platform}, for ${figures.missing} is not installed`);
        break;
      }
      found.push(figures);
    }
    if (found.length === 0) continue;
    announce(`channels: ${count} messages over ${platform === "irc" ? "IRC, by ngIRCd" : "a bare socket"}`);
    printFindings(
      TELLS.map(([name, what, unit, goal]) => ({
        what,
        values: found.map((one) => one[name]),
        unit,
        ...(goal && { goal }),
      })),
    );
  }
}
