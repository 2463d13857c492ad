import { type Command, Option } from "commander";
import { FORMATS } from "./display.ts";

/** Adds the flags that decide how a command prints its result. */
export function addFormatOptions(command: Command): void {
  command
    .addOption(new Option("--output <format>", "Format of the result (default: table)").choices(FORMATS))
    .option("--json", "Print the result as JSON (the same as --output json)")
    .option("--wide", "Print lists with full ids and all columns, not cut (the same as --output wide)")
    .option("--no-color", "Print without colors");
}
