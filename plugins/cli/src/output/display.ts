import { styleText } from "node:util";
import { Refusal } from "../exit.ts";
import type { Io } from "../io.ts";

export const FORMATS = ["table", "wide", "json", "jsonl", "csv", "yaml", "name"] as const;
type Format = (typeof FORMATS)[number];

/** Flags of all commands that print results. */
export interface FormatFlags {
  json?: boolean;
  wide?: boolean;
  output?: string;
}

/** How results are printed. */
export interface Display {
  readonly format: Format;
  /** Characters that fit on a line; infinite if nothing may be cut. */
  readonly width: number;
  /** Whether a person reads the result: ids are short, times are local, sizes have units. */
  readonly isBrief: boolean;
  readonly isTerminal: boolean;
  readonly paint: Paint;
}
type Color = "bold" | "dim" | "red" | "green" | "yellow" | "cyan";
export type Paint = (color: Color, text: string) => string;

/** A pipe gets everything: only a terminal shows short ids and cuts lines. */
export function displayOf(flags: FormatFlags, io: Io): Display {
  const format = formatOf(flags);
  const { isTerminal, columns, colors } = io;
  const isBrief = isTerminal && format !== "wide";
  return { format, isBrief, isTerminal, width: isBrief ? columns : Number.POSITIVE_INFINITY, paint: paintFor(colors) };
}

export const paintFor =
  (colors: boolean): Paint =>
  (color, text) =>
    colors && text !== "" ? styleText(color, text, { validateStream: false }) : text;

function formatOf({ json, wide, output }: FormatFlags): Format {
  const given = [json && "json", wide && "wide", output].filter((name) => name !== undefined && name !== false);
  const [format = "table", ...others] = new Set(given);
  if (others.length > 0) throw new Refusal(`Use only one of --json, --wide and --output`);
  return format as Format;
}
