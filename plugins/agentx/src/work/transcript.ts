import type { MessageRecord } from "../collections.ts";
import type { Heard } from "../wire/updates.ts";

/** What is heard is gathered for so long: ten thousand pieces of a sentence are not ten thousand commits. */
const GATHER = 100;
/** The longest text of one message, in UTF-16 units; what is more goes on in the next. */
const MOST_TEXT = 32_000;
/** What one turn may say: beyond that it is counted and left out. */
const MOST_MESSAGES = 2_000;
const MOST_OF_TURN = 8_000_000;
/** What is gathered at most before the agent has to wait, and what one commit takes. */
const MOST_GATHERED = 250_000;
const PORTION = 100;

/** A message that is new, or stands otherwise than before; `from` is how long its text was. */
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
  /** From now on what is heard belongs to this turn, which begins with what was asked. */
  begin(turn: string): void;
  /** Takes the number of the next message, and gives it back where it was not used. */
  take(): number;
  giveBack(number: number): void;
  hear(heard: Heard): void;
  /** Writes what is gathered, after what is being written. */
  flush(): Promise<void>;
  /** Resolves when there is room for more; undefined while there is. */
  room(): Promise<void> | undefined;
  /** How many messages of the turn were left out. */
  left(): number;
}

/** Gathers what an agent says into messages, and hands them over to be written, in order. */
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
    // However often its content changes, how it stands is told to the end.
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

/** So much of the beginning of a text, without half a character at its end. */
function whole(text: string, most: number): string {
  if (text.length <= most) return text;
  const last = text.charCodeAt(most - 1);
  return text.slice(0, last >= 0xd800 && last < 0xdc00 && most > 1 ? most - 1 : most);
}
