import type { Row, RowFilter } from "@postern/client/api";
import { type ReadonlySignal, signal } from "@preact/signals";
import type { LiveEvent } from "../../data/live.ts";
import type { Session } from "../../session/session.ts";

/** Rows read with one request. */
const PAGE = 100;
/** Pages that are kept, so that memory is bounded. */
const MOST_PAGES = 40;
/** Browsers limit the height of an element. Further rows are found with a filter. */
export const MOST_ROWS = 450_000;
/** While the grid scrolls fast, only what is seen this often is read, in milliseconds. */
const THROTTLE_MS = 80;
/** Rows are read so many frames before they are seen: as long as it takes to ask for them. */
const FRAMES_AHEAD = 12;
/** Events come in bursts, and one reading serves them all. */
const BURST_MS = 200;

export interface RowsRequest {
  readonly base: string;
  readonly filter: RowFilter | undefined;
  readonly sort: readonly string[] | undefined;
  readonly isArchived: boolean;
  /** Whether rows are read already (default: yes). */
  readonly isReady?: boolean;
}

/** The rows of a base, read by page while they are looked at. */
export interface Rows {
  /** How many rows there are, as far as is known. */
  readonly count: ReadonlySignal<number>;
  /** Changes with every change of a row that is kept. */
  readonly changes: ReadonlySignal<number>;
  readonly error: ReadonlySignal<unknown>;
  readonly isRead: ReadonlySignal<boolean>;
  at(index: number): Row | undefined;
  /** The place of a row that is kept, or -1. */
  indexOf(id: string): number;
  /** Reads what is seen and what will be soon, and forgets what was seen long ago. */
  look(first: number, last: number): void;
  /** Replaces a row by a newer version. */
  put(row: Row): void;
  /** Reads again what is seen. */
  refresh(): void;
  stop(): void;
}

interface Page {
  readonly rows: readonly Row[];
  readonly generation: number;
}

/** `known` is the number of active rows without a filter: lists count up to 10,000 only. */
export function createRows(session: Session, { base, ...asked }: RowsRequest, known: () => number): Rows {
  const { client, live } = session;
  const count = signal(0);
  const changes = signal(0);
  const error = signal<unknown>(undefined);
  const isRead = signal(false);
  const pages = new Map<number, Page>();
  const running = new Map<number, AbortController>();
  let generation = 0;
  let seen = { first: 0, last: 0 };
  /** What is seen, and what will be if the grid scrolls on. */
  let wanted = seen;
  let loading: ReturnType<typeof setTimeout> | undefined;
  let refreshing: ReturnType<typeof setTimeout> | undefined;
  let isStopped = false;
  const { filter, sort, isArchived, isReady = true } = asked;
  const input = {
    base,
    limit: PAGE,
    ...(filter && { filter }),
    ...(sort && sort.length > 0 && { sort: [...sort] }),
    ...(isArchived && { archived: true }),
  };

  function load(): void {
    loading = undefined;
    if (!isReady) return;
    const wantedPages = new Set<number>();
    for (let page = Math.floor(wanted.first / PAGE); page <= Math.floor(wanted.last / PAGE); page++)
      wantedPages.add(page);
    for (const [page, stop] of running) {
      if (wantedPages.has(page)) continue;
      stop.abort();
      running.delete(page);
    }
    for (const page of wantedPages) {
      const kept = pages.get(page);
      if (kept) {
        // The oldest are first, and are forgotten first.
        pages.delete(page);
        pages.set(page, kept);
      }
      if (kept?.generation !== generation && !running.has(page)) void read(page);
    }
    for (const page of pages.keys()) {
      if (pages.size <= MOST_PAGES) break;
      if (!wantedPages.has(page)) pages.delete(page);
    }
  }

  async function read(page: number): Promise<void> {
    const stop = new AbortController();
    const at = generation;
    running.set(page, stop);
    try {
      const answer = await client.bases.rows.list({ ...input, offset: page * PAGE }, { signal: stop.signal });
      if (stop.signal.aborted) return;
      pages.set(page, { rows: answer.rows as Row[], generation: at });
      count.value = Math.min(MOST_ROWS, countOf(answer, page * PAGE + answer.rows.length));
      error.value = undefined;
      isRead.value = true;
      changes.value += 1;
    } catch (reason) {
      if (stop.signal.aborted) return;
      session.failed(reason);
      error.value = reason;
      isRead.value = true;
    }
    if (running.get(page) === stop) running.delete(page);
    if (at !== generation && !isStopped) load();
  }

  function countOf(answer: { total: number; totalCapped?: boolean; nextOffset?: number }, end: number): number {
    if (!answer.totalCapped) return answer.total;
    if (!filter && !isArchived) return Math.max(known(), answer.total);
    // Nobody counts further: there is one more screen until the end is seen.
    return Math.max(answer.total, answer.nextOffset === undefined ? end : Math.max(count.value, end + PAGE));
  }

  const rows: Rows = {
    count,
    changes,
    error,
    isRead,
    at: (index) => pages.get(Math.floor(index / PAGE))?.rows[index % PAGE],
    indexOf(id) {
      for (const [page, { rows: some }] of pages) {
        const at = some.findIndex((row) => row.id === id);
        if (at >= 0) return page * PAGE + at;
      }
      return -1;
    },
    look(first, last) {
      const step = first - seen.first;
      seen = { first, last };
      // Whoever drags the scroll bar passes more rows than can be read.
      const ahead = Math.abs(step) < PAGE ? step * FRAMES_AHEAD : 0;
      wanted = {
        first: Math.max(0, first + Math.min(0, ahead)),
        last: Math.max(last, Math.min(count.value - 1, last + ahead)),
      };
      const isFresh = (index: number) => pages.get(Math.floor(index / PAGE))?.generation === generation;
      if ([first, last, wanted.first, wanted.last].every(isFresh)) return;
      loading ??= setTimeout(load, isRead.value ? THROTTLE_MS : 0);
    },
    put(row) {
      for (const [page, kept] of pages) {
        const at = kept.rows.findIndex(({ id }) => id === row.id);
        const before = kept.rows[at];
        if (!before || before.version >= row.version) continue;
        pages.set(page, { ...kept, rows: kept.rows.with(at, row) });
        changes.value += 1;
      }
    },
    refresh() {
      generation += 1;
      load();
    },
    stop() {
      isStopped = true;
      stopListening();
      clearTimeout(loading);
      clearTimeout(refreshing);
      for (const stop of running.values()) stop.abort();
    },
  };

  const stopListening = live.listen((event: LiveEvent) => {
    if (!concerns(event, base)) return;
    if (event.type === "bases.row.updated") {
      rows.put((event.data as { row: Row }).row);
      // The order and the filter can only depend on the values if there are any.
      if (!filter && (sort ?? []).length === 0) return;
    }
    refreshing ??= setTimeout(() => {
      refreshing = undefined;
      rows.refresh();
    }, BURST_MS);
  });
  return rows;
}

const concerns = (event: LiveEvent, base: string): boolean => {
  if (["connected", "changed", "gap"].includes(event.type)) return true;
  return /^bases\.(row|rows|property|import)\./.test(event.type) && (event as { subject?: string }).subject === base;
};
