import { kernelEvents } from "../define/journal.ts";
import type { Logger } from "../define/log.ts";
import type { Operation } from "../define/operation.ts";
import type { Plugin } from "../define/plugin.ts";
import { assertValid } from "../define/validate.ts";
import type { OnPut } from "../storage/index.ts";

/**
 * The check of writes. Each collection and event must be declared by a plugin of this gateway: otherwise changes of its
 * indexes would go unnoticed and the manifest would be incomplete. With `fits`, records and event data must match their
 * schemas.
 */
export function writeChecks(plugins: readonly Plugin[], fits: boolean): OnPut {
  const declared = new Set<object>([
    ...kernelEvents,
    ...plugins.flatMap(({ events, collections }) => [...events, ...collections]),
  ]);
  return (definition, data) => {
    if (!declared.has(definition)) refuse(definition);
    if (fits) assertValid(nameOf(definition), "type" in definition ? definition.data : definition.schema, data);
  };
}

type Definition = Parameters<OnPut>[0];
const nameOf = (definition: Definition): string => ("type" in definition ? definition.type : definition.name);

function refuse(definition: Definition): void {
  const name = nameOf(definition);
  if ("type" in definition)
    throw new Error(`Event ${name} was emitted, but no plugin declares it. Add it to "events" of definePlugin.`);
  // The kernel's own collections are not declared.
  if (name.startsWith("gateway.")) return;
  throw new Error(
    `A record of ${name} was written, but the plugin ${name.split(".")[0]} does not declare that collection. Add it to "collections" of definePlugin.`,
  );
}

/** Logs each undeclared member of an answer once, or throws, for tests. */
export function reportUndeclared(
  log: Logger,
  what: "remove" | "refuse" = "remove",
): (operation: Operation, path: string) => void {
  const known = new Set<string>();
  return ({ id }, path) => {
    if (what === "refuse") throw new Error(`${id} answers ${path}, which its output schema does not declare`);
    if (known.has(id + path)) return;
    known.add(id + path);
    log.warn({ operation: id, path }, "An answer has a member that its output schema does not declare; it was removed");
  };
}
