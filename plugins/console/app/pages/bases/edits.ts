import { PosternError } from "@postern/client";
import type { Property, Row } from "@postern/client/api";
import { type ReadonlySignal, signal } from "@preact/signals";
import type { Session } from "../../session/session.ts";
import type { Actions } from "../../ui/actions.tsx";
import type { Rows } from "./rows.ts";
import { isSame } from "./values.ts";

/** A value that a person entered, until the gateway has it. */
export interface Edit {
  readonly row: Row;
  readonly property: Property;
  readonly mine: unknown;
  /** `conflict`: another client has changed the value meanwhile. `failed`: the gateway refuses it. */
  readonly state: "saving" | "conflict" | "failed";
  /** The row as another client left it. */
  readonly theirs?: Row;
  readonly error?: unknown;
}

/** The values that were entered into the rows of a base. None is lost until it is stored or discarded by its author. */
export interface Edits {
  readonly all: ReadonlySignal<ReadonlyMap<string, Edit>>;
  /** Saves a value, if the row still has the value that was shown when it was entered. */
  save(row: Row, property: Property, mine: unknown): Promise<void>;
  /** Waits until nothing of a row is being saved. */
  settled(row: string): Promise<void>;
  discard(edit: Edit): void;
}

export const editKey = (row: string, property: string): string => `${row} ${property}`;
const keyOf = ({ row, property }: Pick<Edit, "row" | "property">): string => editKey(row.id, property.id);

/** How often a value is saved on top of other values of its row that change meanwhile. */
const ATTEMPTS = 5;

/** Values that wait for a decision, by base. They are kept while other pages are shown. */
const kept = new Map<string, ReturnType<typeof signal<ReadonlyMap<string, Edit>>>>();

export function createEdits(session: Session, { run }: Actions, base: string, put: Rows["put"]): Edits {
  const all = kept.get(base) ?? signal<ReadonlyMap<string, Edit>>(new Map());
  kept.set(base, all);
  const set = (edit: Edit): void => {
    all.value = new Map(all.value).set(keyOf(edit), edit);
  };
  const discard = (edit: Pick<Edit, "row" | "property">): void => {
    const left = new Map(all.value);
    left.delete(keyOf(edit));
    all.value = left;
  };

  /** Rows that only this page has changed since a version: the next value is saved on top of them. */
  const own = new Map<string, { readonly since: number; readonly row: Row }>();
  /** The values of a row are saved one after the other. */
  const last = new Map<string, Promise<void>>();

  async function store(edit: Edit, attempt: number): Promise<void> {
    const { property, mine } = edit;
    const before = own.get(edit.row.id);
    const row =
      before && edit.row.version >= before.since && edit.row.version < before.row.version ? before.row : edit.row;
    const input = { row: row.id, values: { [property.key]: mine }, expectedVersion: row.version };
    try {
      const answer = await run({ operation: "bases.rows.update", input }, { throws: true, showPlan: false });
      if (answer) {
        const { row: stored } = answer as { row: Row };
        own.set(row.id, { since: before?.row.version === row.version ? before.since : row.version, row: stored });
        put(stored);
      }
      discard(edit);
    } catch (error) {
      const isOutdated =
        error instanceof PosternError && ["bases.row_version_mismatch", "gateway.plan_stale"].includes(error.code);
      if (!isOutdated || attempt === ATTEMPTS) return set({ ...edit, state: "failed", error });
      const { row: theirs } = await session.client.bases.rows.show({ row: row.id });
      put(theirs);
      const value = theirs.values[property.key];
      if (isSame(value, mine)) return discard(edit);
      // Only other values of the row have changed.
      if (isSame(value, row.values[property.key])) return store({ ...edit, row: theirs }, attempt + 1);
      set({ ...edit, state: "conflict", theirs });
    }
  }

  return {
    all: all as ReadonlySignal<ReadonlyMap<string, Edit>>,
    async save(row, property, mine) {
      const edit: Edit = { row, property, mine, state: "saving" };
      set(edit);
      const saved = (last.get(row.id) ?? Promise.resolve())
        .then(() => store(edit, 1))
        .catch((error: unknown) => set({ ...edit, state: "failed", error }));
      last.set(row.id, saved);
      await saved;
      if (last.get(row.id) === saved) last.delete(row.id);
    },
    settled: async (row) => last.get(row),
    discard,
  };
}
