import type { MessageRecord } from "../collections.ts";
import type { AgentUpdate } from "../wire/updates.ts";

/** Updates are buffered for this many ms, so that a stream of small pieces causes few commits. */
const FLUSH_DELAY = 100;
/** Maximum text length of one message in UTF-16 code units. Longer text continues in the next message. */
const MAX_TEXT = 32_000;
/** Limits per turn: messages, and UTF-16 code units. Messages beyond them are counted and dropped. */
const MAX_MESSAGES = 2_000;
const MAX_TURN_TEXT = 8_000_000;
/** Buffer size at which reading from the agent pauses, and messages per commit. */
const MAX_BUFFERED = 250_000;
const BATCH_SIZE = 100;

/** A new or changed message. `from` is the length of its text that is already stored. */
export interface Change {
  readonly message: MessageRecord;
  readonly isNew: boolean;
  readonly from: number;
}

interface Draft {
  record: MessageRecord;
  isNew: boolean;
  stored: number;
}

export interface Transcript {
  /** Assigns all following messages to this turn. */
  begin(turn: string): void;
  /** Reserves the next message number; `giveBack` releases it if it was not used. */
  reserve(): number;
  release(number: number): void;
  receive(update: AgentUpdate): void;
  /** Writes the buffer after any write in progress. */
  flush(): Promise<void>;
  /** Resolves when the buffer has capacity again; undefined if it has. */
  whenWritable(): Promise<void> | undefined;
  /** Number of dropped messages of the turn. */
  dropped(): number;
}

/** Buffers agent updates as messages and writes them in order. */
export function createTranscript(given: {
  session: string;
  last: number;
  now: () => number;
  write: (changes: readonly Change[]) => Promise<void>;
  failed: (error: unknown) => void;
}): Transcript {
  const { session, now, write, failed } = given;
  let { last } = given;
  let turn: string | undefined;
  let current: { draft: Draft; messageId: string | undefined } | undefined;
  let plan: Draft | undefined;
  let tools = new Map<string, Draft>();
  let used = { messages: 0, text: 0, left: 0 };
  let buffered = 0;
  const dirty = new Set<Draft>();
  let timer: NodeJS.Timeout | undefined;
  let writing = Promise.resolve();

  function start(members: Pick<MessageRecord, "kind"> & Partial<MessageRecord>): Draft | undefined {
    if (turn === undefined) return undefined;
    if (used.messages >= MAX_MESSAGES || used.text >= MAX_TURN_TEXT) {
      used.left++;
      return undefined;
    }
    used.messages++;
    return { record: { session, number: ++last, turn, at: now(), ...members }, isNew: true, stored: 0 };
  }

  function markDirty(draft: Draft, size: number): void {
    if (!draft.isNew) draft.record.updatedAt = now();
    dirty.add(draft);
    buffered += size;
    used.text += size;
    timer ??= setTimeout(() => flush().catch(failed), FLUSH_DELAY);
  }

  function appendText(kind: "agent" | "thought", text: string, messageId: string | undefined): void {
    for (let rest = text; rest !== ""; ) {
      const isSame = current?.draft.record.kind === kind && current.messageId === messageId;
      const length = isSame ? (current?.draft.record.text?.length ?? 0) : MAX_TEXT;
      if (length >= MAX_TEXT - 1 || !isSame || used.text >= MAX_TURN_TEXT) {
        const draft = start({ kind, text: "" });
        current = draft && { draft, messageId };
        if (!current) return;
      }
      const { draft } = current as { draft: Draft };
      const before = draft.record.text ?? "";
      const piece = truncateWhole(rest, MAX_TEXT - before.length);
      draft.record = { ...draft.record, text: before + piece };
      markDirty(draft, piece.length);
      rest = rest.slice(piece.length);
    }
  }

  function receive(update: AgentUpdate): void {
    if (update.kind !== "tool" && update.kind !== "plan") {
      appendText(update.kind, update.text, update.messageId);
      return;
    }
    current = undefined;
    const isFull = used.text >= MAX_TURN_TEXT;
    if (update.kind === "plan") {
      plan ??= start({ kind: "plan" });
      if (plan && !isFull) setMembers(plan, { plan: [...update.plan] });
      return;
    }
    const { tool } = update;
    const draft = tools.get(tool.id) ?? start({ kind: "tool" });
    if (!draft) return;
    tools.set(tool.id, draft);
    const known = draft.record.tool;
    // Status changes are kept even when the limit for content is reached.
    const news = known && isFull ? { id: tool.id, ...(tool.status !== undefined && { status: tool.status }) } : tool;
    if (!known || !isFull || (tool.status ?? known.status) !== known.status)
      setMembers(draft, { tool: { ...known, ...news } });
  }

  function setMembers(draft: Draft, members: Partial<MessageRecord>): void {
    draft.record = { ...draft.record, ...members };
    markDirty(draft, JSON.stringify(members).length);
  }

  function flush(): Promise<void> {
    clearTimeout(timer);
    timer = undefined;
    writing = writing.then(async () => {
      const drafts = [...dirty];
      dirty.clear();
      buffered = 0;
      const changes = drafts.map((draft) => {
        const change = { message: draft.record, isNew: draft.isNew, from: draft.stored };
        draft.isNew = false;
        draft.stored = draft.record.text?.length ?? 0;
        return change;
      });
      for (let at = 0; at < changes.length; at += BATCH_SIZE) await write(changes.slice(at, at + BATCH_SIZE));
    });
    return writing;
  }

  return {
    begin(id) {
      turn = id;
      current = undefined;
      plan = undefined;
      tools = new Map();
      used = { messages: 0, text: 0, left: 0 };
    },
    reserve: () => ++last,
    release(number) {
      if (number === last) last--;
    },
    receive,
    flush,
    whenWritable: () => (buffered > MAX_BUFFERED || dirty.size > BATCH_SIZE ? flush().catch(failed) : undefined),
    dropped: () => used.left,
  };
}

/** The start of a text, cut so that no surrogate pair is split. */
function truncateWhole(text: string, most: number): string {
  if (text.length <= most) return text;
  const last = text.charCodeAt(most - 1);
  return text.slice(0, last >= 0xd800 && last < 0xdc00 && most > 1 ? most - 1 : most);
}
