import { PosternError } from "../http/error.ts";
import type { RequestOptions, Transport } from "../http/transport.ts";
import { callOperation } from "./call.ts";

/** The members by which the pages of a list follow each other. */
interface Page {
  readonly nextOffset?: number;
  readonly cursor?: string;
  readonly more?: boolean;
}

/**
 * The items of a list, page by page; a page is requested when the items of the one before have been used. Items that
 * are created or removed meanwhile can move others to another page.
 */
export async function* listAll(
  transport: Transport,
  id: string,
  input: unknown = {},
  options: RequestOptions = {},
): AsyncGenerator<unknown, void> {
  let next: object | undefined = {};
  while (next) {
    const answer = (await callOperation(transport, id, { ...(input as object), ...next }, options)) as Page;
    yield* itemsOf(id, answer);
    next = nextPage(answer);
  }
}

/** The items are the first array of a page: `chats` in an answer of `chats.list`. */
function itemsOf(id: string, answer: object): readonly unknown[] {
  const items = Object.values(answer).find((value) => Array.isArray(value));
  if (items) return items as readonly unknown[];
  throw new PosternError({ code: "client.invalid_answer", status: 200, detail: `${id} does not answer a list` });
}

function nextPage({ nextOffset, cursor, more }: Page): object | undefined {
  // Numbers in inputs may be strings; some operations accept only these.
  if (nextOffset !== undefined) return { offset: String(nextOffset) };
  return more === true && cursor !== undefined ? { after: cursor } : undefined;
}
