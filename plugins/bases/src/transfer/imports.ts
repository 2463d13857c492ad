import { setTimeout as pause } from "node:timers/promises";
import { type PluginContext, T, type Transacting, type Worker } from "@postern/core";
import { defineQueue } from "@postern/core/queue";
import { isoOf, schemaOf } from "../base.ts";
import { bases } from "../collections.ts";
import { importFinished, importProgressed, importUndone } from "../events.ts";
import { group } from "../group.ts";
import { ended, type ImportRecord, importOf, imports } from "./import.ts";
import { keepRows, removeRows } from "./keep.ts";
import type { Line } from "./line.ts";
import { readPortion } from "./portion.ts";
import { linesOf, portionsOf } from "./source.ts";

/** Rows that are removed in a commit. */
const PORTION = 500;
const SECOND = 1_000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;
/** Between looks at what another process is doing. */
const PATIENCE = 5 * SECOND;
const backoff = [SECOND, 5 * SECOND, 30 * SECOND, 2 * MINUTE, 10 * MINUTE, HOUR];

/** Imports that go on in the background, and those that are undone: what is left to do is in the import's record. */
const queue = defineQueue(group, "imports", {
  one: "import",
  entry: T.Object({
    import: T.String({ description: "The import of rows" }),
    base: T.String({ description: "Id or slug of the base" }),
  }),
  about: { field: "import", of: (payload) => payload.import },
  backoff,
  timeout: 6 * HOUR,
  concurrency: 2,
  async handle({ payload: { import: id }, attempt }, { host, signal }) {
    try {
      const record = await host.store.get(imports, id);
      // Whoever is ahead may end in the middle: then it is ours.
      while (record?.state === "running" && !(await goOn(host, id, signal)))
        await pause(PATIENCE, undefined, { signal });
      // It may have turned out on the way that it is to be undone.
      if ((await host.store.get(imports, id))?.state === "undoing") await takeBack(host, id, signal);
    } catch (error) {
      const isLast = attempt > backoff.length;
      if (!signal.aborted && (await noteFailure(host, id, error, isLast))) return;
      throw error;
    }
  },
});

/** The work on imports. What can be asked of it are operations of the group's own, which know more than the queue. */
export const importing: Worker = {
  ...queue,
  operations: [],
  async state(host) {
    const { dead, ...state } = await queue.state(host);
    const trouble = `${dead} were given up: see bases.imports.list, and let them go on with bases.imports.retry`;
    return { ...state, dead: 0, ...(dead > 0 && { trouble }) };
  },
};

/** Stages that the work on an import begins, or begins again. */
export async function beginWork(
  ctx: Pick<Transacting, "store" | "now" | "number" | "id">,
  { id, baseId }: Pick<ImportRecord, "id" | "baseId">,
): Promise<void> {
  await queue.discardAbout(ctx, id);
  await queue.add(ctx, { import: id, base: baseId });
}

/** Stages that an import is undone, whatever has become of it. */
export async function beginUndo(
  ctx: Pick<Transacting, "store" | "now" | "number" | "id">,
  record: ImportRecord,
  reason?: string,
): Promise<ImportRecord> {
  const { blob: _blob, lastError: _error, finishedAt: _end, ...rest } = record;
  const undoing = { ...rest, state: "undoing" as const, ...(reason !== undefined && { reason }) };
  await ctx.store.put(imports, undoing);
  await beginWork(ctx, undoing);
  return undoing;
}

/** Makes the rows that are left to make, a portion a commit; false where somebody else is doing so. */
async function goOn(host: PluginContext<typeof group>, id: string, signal: AbortSignal): Promise<boolean> {
  const { blob = "", format, line, state } = await importOf(host.store, id);
  if (state !== "running") return true;
  const bytes = await host.blobs.read(blob);
  if (!bytes) {
    await host.transact((ctx) => turnBack(ctx, id, "its file is no longer there"));
    return true;
  }
  let at = line;
  for await (const portion of portionsOf(linesOf(bytes, format, signal), line)) {
    signal.throwIfAborted();
    const from = at;
    const outcome = await host.transact((ctx) => takePortion(ctx, id, portion, from));
    if (outcome !== "taken") return outcome === "ended";
    at += portion.length;
  }
  return host.transact(async ({ store, now, emit }) => {
    const record = await importOf(store, id);
    if (record.state !== "running") return true;
    if (record.line !== at) return false;
    await store.put(imports, ended(record, "done", isoOf(now)));
    emit(importFinished, { importId: id, baseId: record.baseId, created: record.rows, skipped: record.skipped });
    return true;
  });
}

/** Stages a portion's rows, and how far the import has come. */
async function takePortion(
  ctx: Transacting,
  id: string,
  portion: readonly Line[],
  from: number,
): Promise<"taken" | "ended" | "behind"> {
  const { store, emit } = ctx;
  const record = await importOf(store, id);
  if (record.state !== "running") return "ended";
  if (record.line !== from) return "behind";
  const base = await store.get(bases, record.baseId);
  if (base?.status !== "active") {
    await turnBack(ctx, id, "the base was archived");
    return "ended";
  }
  const schema = await schemaOf(store, base.id);
  const { made, fault } = await readPortion(portion, record, schema, store);
  if (fault !== undefined) {
    await turnBack(ctx, id, `the base has changed: ${fault}`);
    return "ended";
  }
  await keepRows(ctx, record, schema, made);
  const rows = record.rows + made.length;
  const { lastError: _error, ...rest } = record;
  const skipped = record.skipped + portion.length - made.length;
  await store.put(imports, { ...rest, rows, skipped, line: from + portion.length });
  emit(importProgressed, { importId: id, baseId: base.id, rows, of: record.of });
  return "taken";
}

async function turnBack(ctx: Transacting, id: string, reason: string): Promise<void> {
  const record = await importOf(ctx.store, id);
  const { blob: _blob, lastError: _error, ...rest } = record;
  if (record.state === "running") await ctx.store.put(imports, { ...rest, state: "undoing", reason });
}

/** Removes what an import has made, a portion a commit. */
async function takeBack(host: PluginContext<typeof group>, id: string, signal: AbortSignal): Promise<void> {
  for (let removed = 1; removed > 0; ) {
    signal.throwIfAborted();
    removed = await host.transact(async (ctx) => {
      const { store, now, emit } = ctx;
      const record = await importOf(store, id);
      if (record.state !== "undoing") return 0;
      const count = await removeRows(ctx, record, PORTION);
      const { baseId, reason, removed: before = 0 } = record;
      const [rows, removed] = [Math.max(0, record.rows - count), before + count];
      if (count > 0) await store.put(imports, { ...record, rows, removed });
      else {
        await store.put(imports, ended(record, "undone", isoOf(now)));
        emit(importUndone, { importId: id, baseId, removed, ...(reason !== undefined && { reason }) });
      }
      return count;
    });
  }
}

/** Notes why it does not go on. After the last attempt it is undone, so that nothing stays half-imported; true then. */
function noteFailure(host: PluginContext<typeof group>, id: string, error: unknown, isLast: boolean): Promise<boolean> {
  const said = (error instanceof Error ? error.message : String(error)).slice(0, 500);
  return host.transact(async (ctx) => {
    const record = await ctx.store.get(imports, id);
    if (record?.state !== "running") return false;
    if (isLast) await beginUndo(ctx, record, `it did not go on: ${said}`);
    else await ctx.store.put(imports, { ...record, lastError: said });
    return isLast;
  });
}
