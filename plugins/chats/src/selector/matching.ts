import type { ChatRecord } from "../collections.ts";
import { type Condition, type Selector, timeOf } from "./grammar.ts";

/** Data of a chat that is not in its record; looked up only for conditions that need it. */
export interface Lookups {
  /** Time of the last message, or else of the chat, Unix milliseconds. */
  lastActivity(chat: ChatRecord): Promise<number>;
  /** Whether the actor has a message in the chat that is not deleted. */
  hasWritten(chat: ChatRecord, actorId: string): Promise<boolean>;
}
type Test = (chat: ChatRecord) => boolean | Promise<boolean>;

export const asksForArchived = ({ where }: Selector): boolean => where.some(({ field }) => field === "archived");

/** A function that tests a chat against a valid selector. */
export function matching(selector: Selector, lookups: Lookups): (chat: ChatRecord) => Promise<boolean> {
  const tests = selector.where.map((condition) => testOf(condition, lookups));
  const isAll = selector.match === "all";
  const takesArchived = asksForArchived(selector);
  return async (chat) => {
    if (chat.archivedAt !== undefined && !takesArchived) return false;
    for (const test of tests) if ((await test(chat)) !== isAll) return !isAll;
    return isAll;
  };
}

function testOf({ field, op, value }: Condition, { lastActivity, hasWritten }: Lookups): Test {
  switch (field) {
    case "archived":
      return (chat) => ((chat.archivedAt !== undefined) === value) === (op === "eq");
    case "lastActivity": {
      const time = timeOf(value);
      return async (chat) => (op === "before" ? (await lastActivity(chat)) < time : (await lastActivity(chat)) > time);
    }
    case "actorId": {
      const actors = textsOf(value);
      return async (chat) => {
        for (const actor of actors) if (await hasWritten(chat, actor)) return op !== "ne";
        return op === "ne";
      };
    }
    case "tag": {
      const tags = textsOf(value);
      return (chat) => chat.tags.some((tag) => tags.includes(tag)) === (op !== "ne");
    }
    default:
      return textTest(op, textsOf(value), (chat) => chat[field]);
  }
}

function textTest(op: Condition["op"], texts: readonly string[], read: (chat: ChatRecord) => string | undefined): Test {
  if (op === "contains") {
    const part = (texts[0] as string).toLowerCase();
    return (chat) => read(chat)?.toLowerCase().includes(part) ?? false;
  }
  return (chat) => {
    const text = read(chat);
    return (text !== undefined && texts.includes(text)) === (op !== "ne");
  };
}

const textsOf = (value: Condition["value"]): readonly string[] => (Array.isArray(value) ? value : [String(value)]);
