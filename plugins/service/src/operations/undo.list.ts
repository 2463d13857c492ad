import { defineQuery, eventIdOf, T } from "@postern/core";
import { actingPrincipal } from "@postern/kit/access";
import { filtered, listOf } from "@postern/kit/paging";
import { group } from "../group.ts";
import { type Undoable, undoables } from "../undo/collection.ts";
import { isByHand, mayUndo } from "../undo/find.ts";
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
    "Commands that the caller gave, with any of their keys; with `all` also those of rules and schedules, and of others, that it may undo. Every key may call this operation.",
  scope: "any",
  input: T.Object({
    all: T.Optional(
      T.Boolean({
        description: "Include commands of derived keys, rules and schedules; with the scope service:audit, of all keys",
      }),
    ),
    ...Commands.fields,
  }),
  output: Commands.output,
  examples: [
    { title: "Your last commands", input: { limit: "10" } },
    { title: "Commands of your agents", input: { all: true } },
  ],
  run({ store, caller }, { all = false, ...page }) {
    const asking = { store: store.unchecked, caller };
    const place = all ? {} : { by: "byPrincipal" as const, prefix: [actingPrincipal(caller)] };
    const source = filtered(store.unchecked, undoables, { ...place, reverse: true }, (found) =>
      all || isByHand(caller, found) ? mayUndo(asking, found) : false,
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
