import type { Cluster } from "../storage-drivers/postgres/cluster.ts";

/** What the tables of the store hold. */
export interface DatabaseState {
  /** Ids of all events, read from the records of the journal. */
  readonly eventIds: readonly string[];
  /** The last number of each transaction, in the order in which they were written. */
  readonly numbers: readonly number[];
  /** Transactions that were written more than once. */
  readonly repeatedFlights: readonly string[];
  /** The highest number that a record has as its version. */
  readonly highestVersion: number;
}

/** How many rows are read at a time: the output of psql is limited. */
const PAGE = 10_000;
/** Events in a record of the journal, at most. */
const PORTION = 64;

export function readDatabase(cluster: Cluster, name: string): DatabaseState {
  const query = (text: string) => cluster.sql(text, name);
  const lines = (text: string): string[] => {
    const all: string[] = [];
    for (let offset = 0; ; offset += PAGE) {
      const page = query(`${text} LIMIT ${PAGE} OFFSET ${offset}`).split("\n").filter(Boolean);
      all.push(...page);
      if (page.length < PAGE) return all;
    }
  };
  const journal = lines(
    `SELECT substring(key from '[0-9a-f]{14}!') || ':' || right(key, 14), (value::json -> 'd' -> 'run') IS NOT NULL, json_array_length(value::json -> 'd' -> 'events') FROM postern.records WHERE key >= 'journal!:' AND key < 'journal!;' ORDER BY key`,
  );
  return {
    eventIds: journal.flatMap(idsIn),
    numbers: lines("SELECT number FROM postern.commits ORDER BY committed_at").map(Number),
    repeatedFlights: lines("SELECT flight FROM postern.commits GROUP BY flight HAVING count(*) > 1 ORDER BY flight"),
    highestVersion: Number(query("SELECT max((value::json ->> 'v')::bigint) FROM postern.records")),
  };
}

/** The ids of the events in a record: `<number>!:<portion>|<has a command>|<number of events>`. */
function idsIn(line: string): string[] {
  const [key = "", run, count] = line.split("|");
  const [number = 0, portion = 0] = key.split("!:").map((part) => Number.parseInt(part, 16));
  const before = portion * PORTION;
  const places = Array.from({ length: Number(count) }, (_, at) => before + at + 1);
  return [...(run === "t" && before === 0 ? [0] : []), ...places].map((place) => `${number}.${place}`);
}
