import type { OperationEntry } from "@postern/core";
import { isObject } from "../json.ts";

/** A query whose answer is a resource, and the parts of its address. */
export interface Addressed {
  readonly operation: OperationEntry;
  /** `chats`, `{chatId}`, `messages`: what is in braces is a field of the query. */
  readonly parts: readonly string[];
}

/**
 * The resources that the queries of any group make: a list without a required field is a collection, a list with one is
 * a part of the record it names, and a query that shows a record by its required fields is that record.
 */
export function addressesOf(operations: readonly OperationEntry[]): Addressed[] {
  return operations.flatMap((operation) => {
    const parts = partsOf(operation);
    return parts ? [{ operation, parts }] : [];
  });
}

function partsOf({ id, effect, input }: OperationEntry): string[] | undefined {
  if (effect !== "read") return undefined;
  const [verb, ...things] = id.split(".").reverse();
  const [group = "", ...inner] = things.reverse();
  const fields = requiredTexts(input);
  if (!fields) return undefined;
  const values = fields.map((field) => `{${field}}`);
  if (verb === "show" && values.length > 0) return [group, ...inner, ...values];
  if (verb !== "list") return undefined;
  if (values.length === 0) return [group, ...inner];
  return values.length === 1 && inner.length > 0 ? [group, ...values, ...inner] : undefined;
}

/** The required fields, if each of them is a text. */
function requiredTexts({ required = [], properties = {} }: OperationEntry["input"]): string[] | undefined {
  const fields = required as readonly string[];
  const isText = (field: string) => {
    const schema = (properties as Record<string, unknown>)[field];
    return isObject(schema) && schema.type === "string";
  };
  return fields.every(isText) ? [...fields] : undefined;
}

const SCHEME = "postern://";

export const uriOf = ({ parts }: Addressed): string => SCHEME + parts.join("/");

/** The query of an address and its input. Fixed parts win over fields: the most fixed parts, the more precise it is. */
export function resolveUri(uri: string, addresses: readonly Addressed[]) {
  if (!uri.startsWith(SCHEME)) return undefined;
  const given = uri.slice(SCHEME.length).split("/").map(decoded);
  const fixed = ({ parts }: Addressed) => parts.filter((part) => !part.startsWith("{")).length;
  const [found] = addresses
    .filter(({ parts }) => parts.length === given.length && parts.every((part, at) => fits(part, given[at])))
    .sort((left, right) => fixed(right) - fixed(left));
  if (!found) return undefined;
  const fields = found.parts.flatMap((part, at) => (part.startsWith("{") ? [[part.slice(1, -1), given[at]]] : []));
  return { operation: found.operation, input: Object.fromEntries(fields) as Record<string, unknown> };
}

const fits = (part: string, value: string | undefined): boolean =>
  part.startsWith("{") ? value !== undefined && value !== "" : part === value;

function decoded(part: string): string | undefined {
  try {
    return decodeURIComponent(part);
  } catch {
    return undefined;
  }
}
