import { defineCommand, eventIdOf, eventPlaceOf, oneOf, T } from "@postern/core";
import { described } from "@postern/kit/fields";
import { AlreadyUndone, NothingToUndo, NotUndoable } from "../errors.ts";
import { group } from "../group.ts";
import { undoables } from "../undo/collection.ts";
import { lastUndoable, laterThan, otherKeyOf, undoableOf } from "../undo/find.ts";
import { planInverse, runInverse } from "../undo/inverse.ts";
import { EventId } from "../undo/schemas.ts";

export const undo = defineCommand(group, {
  id: "service.undo",
  summary: "Undo a command",
  description:
    "Shows the plan of the reverting command, and executes it with the rights of the caller: its scopes, approvals and policies apply. `later` in the plan lists later commands on the same resources: the undo may overwrite their changes. Without `event` it undoes the last command of this key that is not undone. A key can undo its own commands, commands of derived keys, and those of the same person or agent with a key whose rights it all has; with the scope service:audit, all commands. Commands can be undone for 30 days. Every key may call this operation.",
  scope: "any",
  // What undoes a command may be one that removes what it created.
  effect: "destroy",
  input: T.Object({ event: T.Optional(EventId) }),
  output: T.Object({
    status: described(
      oneOf("undone", "unchanged", "pending"),
      "`unchanged`: everything was already as before; `pending`: the reverting command waits for an approval",
    ),
    event: T.String({ description: "Event of the command" }),
    operation: T.String({ description: "Operation that undoes it" }),
    by: T.Optional(T.String({ description: "Event of the command that undid it" })),
    approvalId: T.Optional(T.String({ description: "Id of the approval, if it is pending" })),
    answer: T.Optional(T.Unknown({ description: "Answer of the operation" })),
  }),
  errors: [NotUndoable, AlreadyUndone, NothingToUndo],
  dryRunByDefault: true,
  // The command that undoes it has a commit of its own, so that it passes everything that any call passes.
  outside: true,
  examples: [
    { title: "Undo your last command", input: {} },
    { title: "Undo the command of an event", input: { event: "26.1" } },
  ],
  async plan({ store, caller, services }, { event }) {
    // Undoing has a commit of its own, which marks the command: a check of this commit could only fail.
    const reads = store.unchecked;
    const asking = { store: reads, caller };
    const found = await (event === undefined ? lastUndoable(asking) : undoableOf(asking, event));
    const { inverse, undone } = found;
    const id = eventIdOf(found);
    if (undone) throw AlreadyUndone({ event: id, by: eventIdOf(undone) });
    const { plan, digest } = await planInverse(services.gateway, caller, found);
    const later = await laterThan(reads, found);
    const key = await otherKeyOf(asking, found);
    const done = key === undefined ? found.summary : `${found.summary}, done with the key ${JSON.stringify(key)}`;
    const summary = `${plan.summary}, which undoes: ${done}`;
    return {
      summary,
      event: id,
      operation: inverse.operation,
      plan,
      ...(later.length > 0 && { later: later.map((one) => ({ event: eventIdOf(one), summary: one.summary })) }),
      ...(digest !== undefined && { planDigest: digest }),
    };
  },
  async execute({ caller, host, services, cause }, { event, operation, planDigest }) {
    const { number, place } = eventPlaceOf(event) as NonNullable<ReturnType<typeof eventPlaceOf>>;
    const found = await host.store.get(undoables, number, place);
    if (!found) throw NotUndoable({ event });
    const outcome = await runInverse(services.gateway, caller, found, planDigest, cause?.traceparent);
    if ("approvalId" in outcome) return { status: "pending" as const, event, operation, ...outcome };
    const undone = (await host.store.get(undoables, number, place))?.undone;
    if (!undone) return { status: "unchanged" as const, event, operation, ...outcome };
    return { status: "undone" as const, event, operation, by: eventIdOf(undone), ...outcome };
  },
});
