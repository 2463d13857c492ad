import { Type } from "@sinclair/typebox";
import {
  type CompleteDriver,
  defineCollection,
  defineCounter,
  defineSortedSet,
  type MutableRecords,
  recordsOf,
  Transaction,
  type Version,
} from "../../storage/index.ts";

/** Values of any kind by a path of any parts. */
export const things = defineCollection("case.thing", {
  schema: Type.Object({ at: Type.Array(Type.Union([Type.String(), Type.Number()])), value: Type.Unknown() }),
  key: ({ at }) => at,
});

/** Members of a team, of whom no two have one name. */
export const people = defineCollection("case.person", {
  schema: Type.Object({ id: Type.Number(), name: Type.String(), teams: Type.Array(Type.String()) }),
  key: ({ id }) => [id],
  indexes: { byName: ({ name }) => [name], byTeam: ({ teams }) => teams.map((team) => [team]) },
  unique: ["byName"],
});

export const visits = defineCounter("case.visits");
export const ranks = defineSortedSet("case.ranks");

/** Runs `work` in a transaction, and answers the number of its commit, or false. */
export async function change(
  store: CompleteDriver,
  work: (records: MutableRecords) => unknown,
): Promise<Version | false> {
  const tx = new Transaction(store);
  await work(recordsOf(tx));
  return tx.commit(store);
}

/** Typed records over the newest state, in a transaction of their own. */
export const look = (store: CompleteDriver): MutableRecords => {
  store.refresh?.();
  return recordsOf(new Transaction(store));
};
