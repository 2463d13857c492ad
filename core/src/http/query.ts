import type { TObject } from "@sinclair/typebox";
import { InvalidInput } from "../define/errors.ts";
import { read } from "../define/validate.ts";

/** What stands in the query of a request, read by the schema of its route. A name that stands there twice is no answer to which. */
export function queryIn({ url }: Request, schema: TObject): Record<string, unknown> {
  const { searchParams } = new URL(url);
  const seen = new Set<string>();
  const isTwice = (name: string) => seen.size === seen.add(name).size;
  // A route that takes any name reads those that it does not declare itself.
  const isRead = (name: string) => schema.additionalProperties !== true || Object.hasOwn(schema.properties, name);
  const twice = [...searchParams.keys()].find((name) => isRead(name) && isTwice(name));
  if (twice !== undefined) {
    const message = "stands there more than once";
    throw InvalidInput({ issues: [{ path: `/${twice.slice(0, 100)}`, code: "query", message }] });
  }
  const query = Object.fromEntries(searchParams);
  const issues = read(schema, query);
  if (issues.length > 0) throw InvalidInput({ issues });
  return query;
}
