import { setImmediate as turn } from "node:timers/promises";
import type { Reads } from "@postern/core";
import type { SchemaRecord } from "../collections.ts";
import { type Columns, columnsOf, contentFault } from "./header.ts";
import { type Diagnostic, type Lines, MAX_LINES } from "./line.ts";
import { readerOf, valuesIn } from "./values.ts";

/** Lines checked before the event loop gets a turn. */
const BATCH = 500;
const MAX_DIAGNOSTICS = 1_000;

/** The result of checking a file. */
export interface FileCheck {
  readonly columns: Columns;
  readonly lines: number;
  readonly good: number;
  readonly bad: number;
  /** Up to 1,000 errors. */
  readonly diagnostics: Diagnostic[];
  readonly diagnosticsTotal: number;
}

/** Checks all lines of a file without keeping them. */
export async function checkLines(
  source: Lines,
  schema: SchemaRecord,
  format: string,
  store: Reads,
): Promise<FileCheck> {
  let reader: ReturnType<typeof readerOf>;
  let [lines, bad, diagnosticsTotal] = [0, 0, 0];
  const diagnostics: Diagnostic[] = [];
  for await (const some of source) {
    for (const line of some) {
      if (!reader) {
        reader = readerOf(columnsOf(line, schema), schema, format);
        continue;
      }
      if (++lines > MAX_LINES && format === "xlsx") throw tooLong();
      if (lines % BATCH === 0) await turn();
      const { faults } = await valuesIn(line, reader, store);
      if (faults.length === 0) continue;
      bad++;
      diagnosticsTotal += faults.length;
      diagnostics.push(...faults.slice(0, MAX_DIAGNOSTICS - diagnostics.length));
    }
  }
  const columns = reader?.columns ?? columnsOf(undefined, schema);
  return { columns, lines, good: lines - bad, bad, diagnostics, diagnosticsTotal };
}

const tooLong = () =>
  contentFault("lines", `is an XLSX file with more than ${MAX_LINES} lines; a CSV file may have any number`);
