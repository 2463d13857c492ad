import type { ChatRecord } from "../collections.ts";
import { type Condition, type Selector, timeOf } from "./grammar.ts";

/** What a condition may ask of a chat beyond its record; looked up only where one asks. */
export interface Lookups {
  /** Unix milliseconds of the last message, or of the chat. */
  lastActivity(chat: ChatRecord): Promise<number>;
  /** Whether the actor has a message there that is not deleted. */
  hasWritten(chat: ChatRecord, actorId: string): Promise<boolean>;
}
type Test = (chat: ChatRecord) => boolean | Promise<boolean>;

export const asksForArchived = ({ where }: Selector): boolean => where.some(({ field }) => field === "archived");

/** The selector as a test of a chat. It must fit the grammar. */
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
