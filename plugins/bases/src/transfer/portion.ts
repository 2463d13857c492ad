import type { Reads } from "@postern/core";
import type { RowRecord, SchemaRecord } from "../collections.ts";
import type { ImportRecord } from "./import.ts";
import type { Line } from "./line.ts";
import { readerOf, valuesIn } from "./values.ts";

interface Read {
  readonly made: readonly RowRecord["values"][];
  /** Why the lines no longer fit the base, unless invalid lines are skipped. */
  readonly fault?: string;
}

/** The values of the rows of a portion, under the current schema. */
export async function readPortion(
  portion: readonly Line[],
  { columns: ids, names, format, partial }: ImportRecord,
  schema: SchemaRecord,
  store: Reads,
): Promise<Read> {
  const reader = readerOf({ ids, names }, schema, format);
  if (!reader) return { made: [], fault: "a property of the file was deleted" };
  const made: RowRecord["values"][] = [];
  for (const line of portion) {
    const { values, faults } = await valuesIn(line, reader, store);
    const [fault] = faults;
    if (!fault) made.push(values);
    else if (!partial)
      return { made, fault: `line ${fault.line}, ${fault.column ?? ""} ${fault.message}`.slice(0, 500) };
  }
  return { made };
}
