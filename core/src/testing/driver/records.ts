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

/** Values of any kind with keys of any parts. */
export const things = defineCollection("case.thing", {
  schema: Type.Object({ at: Type.Array(Type.Union([Type.String(), Type.Number()])), value: Type.Unknown() }),
  key: ({ at }) => at,
});

/** Members of teams, with unique names. */
export const people = defineCollection("case.person", {
  schema: Type.Object({ id: Type.Number(), name: Type.String(), teams: Type.Array(Type.String()) }),
  key: ({ id }) => [id],
  indexes: { byName: ({ name }) => [name], byTeam: ({ teams }) => teams.map((team) => [team]) },
  unique: ["byName"],
});

export const visits = defineCounter("case.visits");
export const ranks = defineSortedSet("case.ranks");

/** Runs `work` in a transaction. Returns the number of its commit, or false. */
export async function change(
  store: CompleteDriver,
  work: (records: MutableRecords) => unknown,
): Promise<Version | false> {
  const tx = new Transaction(store);
  await work(recordsOf(tx));
  return tx.commit(store);
}

/** Typed records of the latest state, in a new transaction. */
export const look = (store: CompleteDriver): MutableRecords => {
  store.refresh?.();
  return recordsOf(new Transaction(store));
};
