import { setTimeout as pause } from "node:timers/promises";
import { type PluginContext, T, type Transacting, type Worker } from "@postern/core";
import { defineQueue } from "@postern/kit/queue";
import { isoOf, schemaOf } from "../base.ts";
import { bases } from "../collections.ts";
import { importFinished, importProgressed, importUndone } from "../events.ts";
import { group } from "../group.ts";
import { addRows, removeRows } from "./add-rows.ts";
import { ended, type ImportRecord, importOf, imports } from "./import.ts";
import type { Line } from "./line.ts";
import { readPortion } from "./portion.ts";
import { linesOf, portionsOf } from "./source.ts";
import { dropFile, storedFile } from "./stored-file.ts";

/** Rows removed per commit. */
const PORTION = 500;
const SECOND = 1_000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;
/** Wait before checking again whether another process has finished. */
const RECHECK_DELAY = 5 * SECOND;
/** Background imports have turns of their own, so that they do not use those of the callers who started them. */
const BACKGROUND = "background imports";
const backoff = [SECOND, 5 * SECOND, 30 * SECOND, 2 * MINUTE, 10 * MINUTE, HOUR];

/** Runs imports and undoes them in the background. The import's record has the remaining work. */
const queue = defineQueue(group, "imports", {
  one: "import",
  entry: T.Object({
    import: T.String({ description: "Id of the import" }),
    base: T.String({ description: "Id of the base" }),
  }),
  about: { field: "import", of: (payload) => payload.import },
  backoff,
  timeout: 6 * HOUR,
  concurrency: 2,
  async handle({ payload: { import: id }, attempt }, { host, signal }) {
    try {
      const record = await host.store.get(imports, id);
      // Another process is ahead. It may stop before the end, and then this one continues.
      while (record?.state === "running" && !(await runImport(host, id, signal)))
        await pause(RECHECK_DELAY, undefined, { signal });
      // The import may have been set to be undone in the meantime.
      if ((await host.store.get(imports, id))?.state === "undoing") await undoImport(host, id, signal);
    } catch (error) {
      const isLast = attempt > backoff.length;
      if (!signal.aborted && (await recordFailure(host, id, error, isLast))) return;
      throw error;
    }
  },
});

/** The queue's worker. Imports have operations of their own instead of the queue's, which know less about them. */
export const importing: Worker = {
  ...queue,
  operations: [],
  async state(host) {
    const { dead, ...state } = await queue.state(host);
    const trouble = `${dead} imports failed permanently: retry them with bases.imports.retry`;
    return { ...state, dead: 0, ...(dead > 0 && { trouble }) };
  },
};

/** Queues the work on an import, or queues it again. */
export async function queueWork(
  ctx: Pick<Transacting, "store" | "now" | "number" | "id">,
  { id, baseId }: Pick<ImportRecord, "id" | "baseId">,
): Promise<void> {
  await queue.discardAbout(ctx, id);
  await queue.add(ctx, { import: id, base: baseId });
}

/** Queues the removal of an import's rows. */
export async function startUndo(
  ctx: Pick<Transacting, "store" | "now" | "number" | "id">,
  record: ImportRecord,
  reason?: string,
): Promise<ImportRecord> {
  const { blob: _blob, lastError: _error, finishedAt: _end, ...rest } = record;
  const undoing = { ...rest, state: "undoing" as const, ...(reason !== undefined && { reason }) };
  await ctx.store.put(imports, undoing);
  await dropFile(ctx, record.id);
  await queueWork(ctx, undoing);
  return undoing;
}

/** Creates the remaining rows, one portion per commit. False if another process is ahead. */
async function runImport(host: PluginContext<typeof group>, id: string, signal: AbortSignal): Promise<boolean> {
  const started = await importOf(host.store, id);
  if (started.state !== "running") return true;
  const file = await storedFile(host, started);
  if (!file) {
    await host.transact((ctx) => markUndoing(ctx, id, "the file of the import no longer exists"));
    return true;
  }
  let at = started.line;
  for await (const portion of portionsOf(linesOf(file, { caller: BACKGROUND, signal }), at)) {
    signal.throwIfAborted();
    const from = at;
    const outcome = await host.transact((ctx) => importPortion(ctx, id, portion, from));
    if (outcome !== "taken") return outcome === "ended";
    at += portion.length;
  }
  return host.transact(async (ctx) => {
    const { store, now, emit } = ctx;
    const record = await importOf(store, id);
    if (record.state !== "running") return true;
    if (record.line !== at) return false;
    await store.put(imports, ended(record, "done", isoOf(now)));
    await dropFile(ctx, id);
    emit(importFinished, { importId: id, baseId: record.baseId, created: record.rows, skipped: record.skipped });
    return true;
  });
}

/** Writes the rows of a portion and the progress. */
async function importPortion(
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
    await markUndoing(ctx, id, "the base was archived");
    return "ended";
  }
  const schema = await schemaOf(store, base.id);
  const { made, fault } = await readPortion(portion, record, schema, store);
  if (fault !== undefined) {
    await markUndoing(ctx, id, `the base was changed during the import: ${fault}`);
    return "ended";
  }
  await addRows(ctx, record, schema, made);
  const rows = record.rows + made.length;
  const { lastError: _error, ...rest } = record;
  const skipped = record.skipped + portion.length - made.length;
  await store.put(imports, { ...rest, rows, skipped, line: from + portion.length });
  emit(importProgressed, { importId: id, baseId: base.id, rows, of: record.of });
  return "taken";
}

async function markUndoing(ctx: Transacting, id: string, reason: string): Promise<void> {
  const record = await importOf(ctx.store, id);
  const { blob: _blob, lastError: _error, ...rest } = record;
  if (record.state !== "running") return;
  await ctx.store.put(imports, { ...rest, state: "undoing", reason });
  await dropFile(ctx, id);
}

/** Removes the rows of an import, one portion per commit. */
async function undoImport(host: PluginContext<typeof group>, id: string, signal: AbortSignal): Promise<void> {
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

/** Records why an attempt failed. After the last one, the import is undone, and the answer is true. */
function recordFailure(
  host: PluginContext<typeof group>,
  id: string,
  error: unknown,
  isLast: boolean,
): Promise<boolean> {
  const message = (error instanceof Error ? error.message : String(error)).slice(0, 500);
  return host.transact(async (ctx) => {
    const record = await ctx.store.get(imports, id);
    if (record?.state !== "running") return false;
    if (isLast) await startUndo(ctx, record, `all attempts failed; the last error was: ${message}`);
    else await ctx.store.put(imports, { ...record, lastError: message });
    return isLast;
  });
}
