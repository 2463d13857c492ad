/** The number of digits that are always shown, apart from those needed to tell the ids of a page apart. */
const SHORTEST = 8;
/** A noun and digits, such as `chat_0123456789abcdef01234567`; an occurrence of an event has its time behind it. */
const ID = /^([a-z][a-z-]*)[_-]([0-9a-f]{16,})(@\d+)?$/;

/**
 * Returns a function that shortens the ids on a page to their digits without the noun. A short id is unique among the
 * ids of its noun on the page; commands accept it as long as it is unique in the store.
 */
export function shortenIds(texts: readonly string[]): (text: string) => string {
  const byNoun = new Map<string, Set<string>>();
  for (const text of texts) {
    const [, noun, digits] = ID.exec(text) ?? [];
    if (noun === undefined || digits === undefined) continue;
    byNoun.set(noun, (byNoun.get(noun) ?? new Set()).add(digits));
  }
  const lengths = new Map([...byNoun].map(([noun, digits]) => [noun, uniqueLength([...digits])]));
  return (text) => {
    const [, noun = "", digits = "", time = ""] = ID.exec(text) ?? [];
    const length = lengths.get(noun);
    return length === undefined ? text : `${digits.slice(0, length)}${time}`;
  };
}

function uniqueLength(digits: readonly string[]): number {
  const sorted = [...digits].sort();
  const shared = sorted.map((one, at) => (at === 0 ? 0 : commonLength(one, sorted[at - 1] as string)));
  return Math.max(SHORTEST, ...shared.map((length) => length + 1));
}

function commonLength(left: string, right: string): number {
  let length = 0;
  while (length < left.length && left[length] === right[length]) length++;
  return length;
}
