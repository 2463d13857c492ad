import type { Reads } from "@postern/core";
import type { RowRecord, SchemaRecord } from "../collections.ts";
import type { ImportRecord } from "./import.ts";
import type { Line } from "./line.ts";
import { readerOf, valuesIn } from "./values.ts";

interface Read {
  readonly made: readonly RowRecord["values"][];
  /** Why the lines do not fit the base any more, where bad ones were not to be left out. */
  readonly fault?: string;
}

/** The values of a portion's rows, as the base is now. */
export async function readPortion(
  portion: readonly Line[],
  { columns: ids, names, format, partial }: ImportRecord,
  schema: SchemaRecord,
  store: Reads,
): Promise<Read> {
  const reader = readerOf({ ids, names }, schema, format);
  if (!reader) return { made: [], fault: "a property that the file has values for is deleted" };
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
