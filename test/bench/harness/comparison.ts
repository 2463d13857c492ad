import { askOnce, firstLine, requireAlike } from "./answers.ts";
import { type Cores, halves } from "./cores.ts";
import { type Load, load, type Sample } from "./load.ts";
import { interleave, type Rounds } from "./rounds.ts";
import { type Contestant, type Running, start } from "./server.ts";

/** How long to measure: rounds of so many seconds for each contestant. */
export interface Effort {
  rounds: number;
  seconds: number;
}

/** What to send to whom. `probe` makes the one request by which the answers are held side by side. */
export interface Comparison extends Effort {
  contestants: readonly Contestant[];
  script: Load["script"];
  probe: (firstLine: (file: string) => string) => { path: string; body: unknown };
  cores?: Cores;
}

/** Starts all contestants, sees that they answer alike, warms each up, loads them in interleaved rounds and stops them. */
export async function compare({
  contestants,
  rounds,
  seconds,
  script,
  probe,
  cores = halves,
}: Comparison): Promise<Rounds<Sample>> {
  const measures = new Map<string, (seconds: number) => Promise<Sample>>();
  const shapes = new Map<string, string>();
  const servers: Running[] = [];
  try {
    for (const contestant of contestants) {
      const server = await start(contestant, cores.servers);
      servers.push(server);
      const { path, body } = probe((file) => firstLine(server, file));
      shapes.set(contestant.name, await askOnce(server, path, body));
      measures.set(contestant.name, (seconds) =>
        load(server, { script, seconds, cores, connections: contestant.connections ?? 64, env: contestant.load }),
      );
    }
    requireAlike(shapes);
    for (const measure of measures.values()) await measure(Math.min(3, seconds));
    return await interleave(measures, rounds, seconds);
  } finally {
    await Promise.all(servers.map((server) => server.stop()));
  }
}
