import type { EndsLater } from "@postern/core/presentation";

type Thing = Readonly<Record<string, unknown>>;

/** The input of the query that shows the state, from the answer of the call; undefined if nothing continues. */
export function queryInput({ input }: EndsLater, answer: Thing): Thing | undefined {
  const fields = Object.entries(input).map(([field, path]) => [field, memberAt(answer, path)] as const);
  return fields.some(([, value]) => value === undefined || value === "") ? undefined : Object.fromEntries(fields);
}

/** The member of an answer at a path such as `turn.id`. */
export const memberAt = (answer: Thing, path: string): unknown =>
  path.split(".").reduce<unknown>((value, name) => (value as Thing | undefined)?.[name], answer);
