import type { MessageRecord } from "../collections.ts";
import type { Heard } from "../wire/updates.ts";

/** Updates are buffered for this many ms, so that a stream of small pieces causes few commits. */
const GATHER = 100;
/** Maximum text length of one message in UTF-16 code units. Longer text continues in the next message. */
const MOST_TEXT = 32_000;
/** Limits per turn: messages, and UTF-16 code units. Messages beyond them are counted and dropped. */
const MOST_MESSAGES = 2_000;
const MOST_OF_TURN = 8_000_000;
/** Buffer size at which reading from the agent pauses, and messages per commit. */
const MOST_GATHERED = 250_000;
const PORTION = 100;

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
  take(): number;
  giveBack(number: number): void;
  hear(heard: Heard): void;
  /** Writes the buffer after any write in progress. */
  flush(): Promise<void>;
  /** Resolves when the buffer has capacity again; undefined if it has. */
  room(): Promise<void> | undefined;
  /** Number of dropped messages of the turn. */
  left(): number;
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
  let spent = { messages: 0, text: 0, left: 0 };
  let gathered = 0;
  const dirty = new Set<Draft>();
  let timer: NodeJS.Timeout | undefined;
  let writing = Promise.resolve();

  function start(members: Pick<MessageRecord, "kind"> & Partial<MessageRecord>): Draft | undefined {
    if (turn === undefined) return undefined;
    if (spent.messages >= MOST_MESSAGES || spent.text >= MOST_OF_TURN) {
      spent.left++;
      return undefined;
    }
    spent.messages++;
    return { record: { session, number: ++last, turn, at: now(), ...members }, isNew: true, stored: 0 };
  }

  function touch(draft: Draft, size: number): void {
    if (!draft.isNew) draft.record.updatedAt = now();
    dirty.add(draft);
    gathered += size;
    spent.text += size;
    timer ??= setTimeout(() => flush().catch(failed), GATHER);
  }

  function say(kind: "agent" | "thought", text: string, messageId: string | undefined): void {
    for (let rest = text; rest !== ""; ) {
      const isSame = current?.draft.record.kind === kind && current.messageId === messageId;
      const length = isSame ? (current?.draft.record.text?.length ?? 0) : MOST_TEXT;
      if (length >= MOST_TEXT - 1 || !isSame || spent.text >= MOST_OF_TURN) {
        const draft = start({ kind, text: "" });
        current = draft && { draft, messageId };
        if (!current) return;
      }
      const { draft } = current as { draft: Draft };
      const before = draft.record.text ?? "";
      const piece = whole(rest, MOST_TEXT - before.length);
      draft.record = { ...draft.record, text: before + piece };
      touch(draft, piece.length);
      rest = rest.slice(piece.length);
    }
  }

  function hear(heard: Heard): void {
    if (heard.kind !== "tool" && heard.kind !== "plan") {
      say(heard.kind, heard.text, heard.messageId);
      return;
    }
    current = undefined;
    const isFull = spent.text >= MOST_OF_TURN;
    if (heard.kind === "plan") {
      plan ??= start({ kind: "plan" });
      if (plan && !isFull) note(plan, { plan: [...heard.plan] });
      return;
    }
    const { tool } = heard;
    const draft = tools.get(tool.id) ?? start({ kind: "tool" });
    if (!draft) return;
    tools.set(tool.id, draft);
    const known = draft.record.tool;
    // Status changes are kept even when the limit for content is reached.
    const news = known && isFull ? { id: tool.id, ...(tool.status !== undefined && { status: tool.status }) } : tool;
    if (!known || !isFull || (tool.status ?? known.status) !== known.status)
      note(draft, { tool: { ...known, ...news } });
  }

  function note(draft: Draft, members: Partial<MessageRecord>): void {
    draft.record = { ...draft.record, ...members };
    touch(draft, JSON.stringify(members).length);
  }

  function flush(): Promise<void> {
    clearTimeout(timer);
    timer = undefined;
    writing = writing.then(async () => {
      const drafts = [...dirty];
      dirty.clear();
      gathered = 0;
      const changes = drafts.map((draft) => {
        const change = { message: draft.record, isNew: draft.isNew, from: draft.stored };
        draft.isNew = false;
        draft.stored = draft.record.text?.length ?? 0;
        return change;
      });
      for (let at = 0; at < changes.length; at += PORTION) await write(changes.slice(at, at + PORTION));
    });
    return writing;
  }

  return {
    begin(id) {
      turn = id;
      current = undefined;
      plan = undefined;
      tools = new Map();
      spent = { messages: 0, text: 0, left: 0 };
    },
    take: () => ++last,
    giveBack(number) {
      if (number === last) last--;
    },
    hear,
    flush,
    room: () => (gathered > MOST_GATHERED || dirty.size > PORTION ? flush().catch(failed) : undefined),
    left: () => spent.left,
  };
}

/** The start of a text, cut so that no surrogate pair is split. */
function whole(text: string, most: number): string {
  if (text.length <= most) return text;
  const last = text.charCodeAt(most - 1);
  return text.slice(0, last >= 0xd800 && last < 0xdc00 && most > 1 ? most - 1 : most);
}
