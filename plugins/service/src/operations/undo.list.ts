import { defineQuery, eventIdOf, T } from "@postern/core";
import { filtered, listOf } from "@postern/kit/paging";
import { group } from "../group.ts";
import { type Undoable, undoables } from "../undo/collection.ts";
import { mayUndo } from "../undo/find.ts";
import { UndoableCommand } from "../undo/schemas.ts";

const Commands = listOf("commands", UndoableCommand, {
  event: "plain",
  summary: "text",
  at: "ago",
  undone: ["plain", 1],
  contextId: ["actor", 2],
  operation: ["plain", 3],
});

export const undoList = defineQuery(group, {
  id: "service.undo.list",
  summary: "List commands that can be undone, newest first",
  description:
    "Commands of the caller; with `all` also commands of others that it may undo. Every key may call this operation.",
  scope: "any",
  input: T.Object({
    all: T.Optional(
      T.Boolean({ description: "Include commands of derived keys; with the scope service:audit, of all keys" }),
    ),
    ...Commands.fields,
  }),
  output: Commands.output,
  examples: [
    { title: "Your last commands", input: { limit: "10" } },
    { title: "Commands of your agents", input: { all: true } },
  ],
  run({ store, caller }, { all = false, ...page }) {
    const place = all ? {} : { by: "byContext" as const, prefix: [caller.contextId] };
    const source = filtered(store.unchecked, undoables, { ...place, reverse: true }, (found) =>
      mayUndo(store.unchecked, caller, found),
    );
    return Commands.answer(page, source, show);
  },
});

function show(found: Undoable) {
  const { at, contextId, operation, summary, inverse, undoes, undone } = found;
  return {
    event: eventIdOf(found),
    operation,
    summary,
    at,
    contextId,
    by: inverse.operation,
    undone: undone !== undefined,
    ...(undone && { undoneBy: eventIdOf(undone) }),
    ...(undoes !== undefined && { undoes }),
  };
}
