import { kernelEvents } from "../define/journal.ts";
import type { Logger } from "../define/log.ts";
import type { Operation } from "../define/operation.ts";
import type { Plugin } from "../define/plugin.ts";
import { assertFits } from "../define/validate.ts";
import type { OnPut } from "../storage/index.ts";

/**
 * The check of what is written: each collection and event is declared by a plugin of this gateway, else a change of its
 * indexes would go unnoticed, or readers of the manifest would not know of it; and (`fits`) records and data fit their
 * schemas.
 */
export function writeChecks(plugins: readonly Plugin[], fits: boolean): OnPut {
  const declared = new Set<object>([
    ...kernelEvents,
    ...plugins.flatMap(({ events, collections }) => [...events, ...collections]),
  ]);
  return (definition, data) => {
    if (!declared.has(definition)) refuse(definition);
    if (fits) assertFits(nameOf(definition), "type" in definition ? definition.data : definition.schema, data);
  };
}

type Definition = Parameters<OnPut>[0];
const nameOf = (definition: Definition): string => ("type" in definition ? definition.type : definition.name);

function refuse(definition: Definition): void {
  const name = nameOf(definition);
  if ("type" in definition)
    throw new Error(`Event ${name} is emitted, but no plugin declares it: add it to "events" of definePlugin`);
  // The kernel's own collections are declared by nobody.
  if (name.startsWith("gateway.")) return;
  throw new Error(
    `A record of ${name} is written, but plugin ${name.split(".")[0]} does not declare that collection: add it to "collections" of definePlugin`,
  );
}

/** Logs each member that an answer has and its operation does not declare, once; or throws, as tests want it. */
export function noticeUndeclared(
  log: Logger,
  what: "remove" | "refuse" = "remove",
): (operation: Operation, path: string) => void {
  const known = new Set<string>();
  return ({ id }, path) => {
    if (what === "refuse") throw new Error(`${id} answers ${path}, which its output does not declare`);
    if (known.has(id + path)) return;
    known.add(id + path);
    log.warn({ operation: id, path }, "An answer has a member that its output does not declare; it is left out");
  };
}
