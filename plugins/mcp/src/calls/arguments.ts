import { gatewayErrors, readInput, type Static, type TObject } from "@postern/core";
import type { Json } from "../json.ts";

/** The arguments of a tool of this plugin. Throws `gateway.invalid_input` with an issue for each fault. */
export function readArguments<S extends TObject>(schema: S, given: Json): Static<S> {
  const input = { ...given };
  const issues = readInput(schema, input);
  if (issues.length > 0) throw gatewayErrors.InvalidInput({ issues });
  return input as Static<S>;
}
