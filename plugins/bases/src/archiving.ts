import { omitUndefined, T, type Transacting } from "@postern/core";
import { described } from "@postern/kit/fields";
import {
  type BaseContext,
  baseIdIn,
  baseOf,
  basesIn,
  envelopeOf,
  eventBase,
  isoOf,
  openBaseOf,
  schemaOf,
  showBase,
} from "./base.ts";
import { type BaseRecord, bases } from "./collections.ts";
import { BaseAmbiguous, BaseArchived, BaseNotFound, RowNotFound } from "./errors.ts";
import { baseArchived, baseUnarchived, rowArchived, rowUnarchived } from "./events.ts";
import { convertRow } from "./rows/current.ts";
import { putRow, rowOf, showRow } from "./rows/row.ts";
import { Base, BaseRef, envelope, Row, RowId } from "./schemas.ts";

/** Shared by `bases.archive` and `bases.unarchive`. A call that changes nothing emits no event. */
export const archivingBase = (isArchived: boolean) => ({
  input: T.Object({ base: BaseRef }),
  output: T.Object({ base: described(Base, "The base"), ...envelope }),
  errors: [BaseNotFound, BaseAmbiguous],
  resource: baseIdIn,
  resources: basesIn,
  async plan(ctx: BaseContext, { base: ref }: { base: string }) {
    const { id, slug } = await baseOf(ctx, ref);
    return { summary: `${isArchived ? "Archive" : "Unarchive"} the base "${slug}"`, baseId: id };
  },
  async undo(ctx: BaseContext, { baseId: base }: { baseId: string }) {
    if (isArchived === ((await baseOf(ctx, base)).status === "archived")) return undefined;
    return { operation: isArchived ? "bases.unarchive" : "bases.archive", input: { base } };
  },
  async execute(ctx: BaseContext & Transacting, { baseId }: { baseId: string }) {
    const { store, now, emit } = ctx;
    const before = await baseOf(ctx, baseId);
    const status = isArchived ? ("archived" as const) : ("active" as const);
    const answer = async (base: BaseRecord) => ({ base: await showBase(ctx, base), ...(await envelopeOf(ctx, base)) });
    if (before.status === status) return answer(before);
    const base = { ...before, status, version: before.version + 1, updatedAt: isoOf(now) };
    await store.put(bases, base);
    emit(isArchived ? baseArchived : baseUnarchived, { base: await eventBase(store, base) });
    return answer(base);
  },
});

/** Shared by `bases.rows.archive` and `bases.rows.unarchive`. A call that changes nothing emits no event. */
export const archivingRow = (isArchived: boolean) => ({
  input: T.Object({ row: RowId }),
  output: T.Object({ row: described(Row, "The row"), ...envelope }),
  errors: [BaseNotFound, BaseArchived, RowNotFound],
  resources: async ({ store }: BaseContext, { row }: { row: string }) => [(await rowOf(store, row)).baseId],
  async plan(ctx: BaseContext, { row: id }: { row: string }) {
    const { baseId } = await rowOf(ctx.store, id);
    await openBaseOf(ctx, baseId);
    return { summary: `${isArchived ? "Archive" : "Unarchive"} the row ${id}` };
  },
  async undo({ store }: BaseContext, _plan: unknown, { row }: { row: string }) {
    if (isArchived === ((await rowOf(store, row)).archivedAt !== undefined)) return undefined;
    return { operation: isArchived ? "bases.rows.unarchive" : "bases.rows.archive", input: { row } };
  },
  async execute(ctx: BaseContext & Transacting, _plan: unknown, { row: id }: { row: string }) {
    const { store, now, emit } = ctx;
    const before = await rowOf(store, id);
    const base = await openBaseOf(ctx, before.baseId);
    const schema = await schemaOf(store, base.id);
    const envelope = await envelopeOf(ctx, base);
    if (isArchived === (before.archivedAt !== undefined)) return { row: showRow(before, schema), ...envelope };
    const at = isoOf(now);
    const version = before.version + 1;
    const after = omitUndefined({
      ...convertRow(before, schema),
      version,
      updatedAt: at,
      archivedAt: isArchived ? at : undefined,
    });
    await putRow(store, after, before);
    const row = showRow(after, schema);
    emit(isArchived ? rowArchived : rowUnarchived, { row });
    return { row, ...envelope };
  },
});
