import type { RecentWrites } from "@postern/core/drivers";
import { type Batch, type Check, isSingleKey, keysToMaterialize, type Version } from "@postern/core/storage";
import type { Row } from "./connection.ts";
import { asked } from "./reads.ts";
import { SEPARATOR, type Statement, type Statements } from "./statements.ts";

/** What a flight must read under its lock. */
export interface FlightReads {
  readonly statements: Statement[];
  /** Interprets the rows of the statements. */
  interpret(answers: readonly (readonly Row[])[], last: Version): FlightState;
}

/** The state of the store after the lock of a flight. */
export interface FlightState {
  /** Whether what was read is still there. False if an earlier batch of the flight has changed it. */
  holds(check: Check, asOf: Version | undefined): boolean;
  /** The stored text of a counter or a pointer. */
  valueOf(key: string): string | null;
}

/**
 * Collects what the server must read for a group of batches. A check on what only this gateway can have written, and has
 * not, is read only if another gateway has committed in the meantime: the server decides that, in the same round trip.
 */
export function flightReads(batches: readonly Batch<unknown>[], recent: RecentWrites, texts: Statements): FlightReads {
  const expected = recent.last;
  const keys = { open: new Set<string>(), known: new Set<string>() };
  const ranges: { open: Check[]; known: Check[] } = { open: [], known: [] };
  const values = new Set<string>();
  for (const { checks, writes, asOf } of batches) {
    for (const check of checks) {
      const group = recent.isUntouched(check, asOf) ? "known" : "open";
      if (isSingleKey(check)) keys[group].add(check.start);
      else ranges[group].push(check);
    }
    for (const key of keysToMaterialize(writes)) values.add(key);
  }

  const statements: Statement[] = [];
  const ask = (name: keyof Statements, values: readonly (string | number)[]) =>
    statements.push({ name, text: texts[name], values }) - 1;
  const open = keys.open.size > 0 ? ask("versions", [[...keys.open].join(SEPARATOR), -1]) : undefined;
  const known = keys.known.size > 0 ? ask("versions", [[...keys.known].join(SEPARATOR), expected]) : undefined;
  const asRanges = [...ranges.open, ...ranges.known];
  const found =
    asRanges.length > 0
      ? ask("found", [
          ...asked(asRanges.map(({ start, end, found }) => ({ start, end, limit: found.length + 1 }))),
          ranges.open.length,
          expected,
        ])
      : undefined;
  const stored = values.size > 0 ? ask("items", [[...values].join(SEPARATOR)]) : undefined;

  return {
    statements,
    interpret(answers, last) {
      const rowsOf = (at: number | undefined) => (at === undefined ? [] : (answers[at] as readonly Row[]));
      const versions = new Map<string, Version>();
      for (const [key, version] of [...rowsOf(open), ...rowsOf(known)])
        versions.set(key as string, Number(version) || -1);
      const entries = new Map<Check, Row[]>(asRanges.map((check) => [check, []]));
      for (const row of rowsOf(found)) entries.get(asRanges[Number(row[0]) - 1] as Check)?.push(row);
      const texts = new Map(rowsOf(stored).map(([key, text]) => [key as string, text as string]));
      const wasRead = new Set([...keys.open]);
      const openRanges = new Set(ranges.open);
      const isKnown = (check: Check) =>
        last === expected && !(isSingleKey(check) ? wasRead.has(check.start) : openRanges.has(check));

      return {
        valueOf: (key) => texts.get(key) ?? null,
        holds(check, asOf) {
          if (isKnown(check)) return recent.isUntouched(check, asOf);
          if (!recent.isUntouched(check, last, Number.POSITIVE_INFINITY)) return false;
          if (isSingleKey(check)) return versions.get(check.start) === check.found[0]?.version;
          const rows = entries.get(check) as Row[];
          return (
            rows.length === check.found.length &&
            check.found.every(({ key, version }, at) => {
              const [, nowKey, nowVersion] = rows[at] as Row;
              return nowKey === key && (Number(nowVersion) || -1) === version;
            })
          );
        },
      };
    },
  };
}
