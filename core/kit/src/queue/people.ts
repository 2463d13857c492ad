import { defineEvent, type Group } from "@postern/core";
import { type Static, type TObject, Type } from "@sinclair/typebox";
import type { Columns } from "../paging/columns.ts";
import { shownMembers } from "./entry.ts";
import type { Line } from "./lane.ts";
import { operationsOf, wordsOf } from "./operations.ts";
import type { HiddenQueueDefinition, QueueDefinition } from "./types.ts";

/** What people see of a queue: its entries, its operations, and the event of an entry that died. */
export function shownTo<
  G extends Group,
  P extends TObject,
  N extends TObject,
  One extends string,
  About extends string,
>(group: G, name: string, def: QueueDefinition<G, P, N, One, About>, line: Line) {
  const id = `${group.name}.${name}`;
  const { one, entry: payload, note, about, lane, visible, columns = payloadColumns(payload) } = def;
  const taken = Object.keys(payload.properties).find((member) => member in shownMembers || member === "lastAttempt");
  if (taken) throw new Error(`Queue ${id}: the payload cannot have a member "${taken}", which is reserved`);
  const words = wordsOf(name, one);
  const item = Type.Object({
    ...payload.properties,
    ...shownMembers,
    ...(note && { lastAttempt: Type.Optional({ ...note, description: "Result of the last attempt" }) }),
  });
  const died = defineEvent(`${id}.died` as `${string}.${string}`, {
    summary: `${words.article === "an" ? "An" : "A"} ${words.single} failed permanently`,
    data: Type.Object({ id: Type.String(), attempts: Type.Integer(), error: Type.Optional(Type.String()) }),
    subject: ({ id }) => id,
    async visible({ caller, store }, { id }) {
      if (!visible || caller.isAdmin) return true;
      const entry = await store.get(line.entries, id);
      return entry !== undefined && visible({ caller, store }, entry.payload as Static<P>, "read");
    },
  });
  const shown = { group, queue: id, one, all: name, item, columns, note, about: about?.field, line, lane, visible };
  return { item, died, operations: operationsOf(id, shown) };
}

/** Of a hidden queue, people see nothing. */
export const hiddenFrom = ({ entry }: Pick<HiddenQueueDefinition<Group, TObject, TObject, string>, "entry">) => ({
  item: entry as TObject,
  died: undefined,
  operations: [],
});

const payloadColumns = ({ properties }: TObject): Columns<TObject> =>
  Object.fromEntries(
    Object.entries(properties).map(([member, { type }], at) => [member, [type === "string" ? "id" : "text", at]]),
  );
