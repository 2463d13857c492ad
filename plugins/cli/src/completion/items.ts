import type { Manifest } from "@postern/core";
import type { Reference } from "@postern/core/presentation";
import { connect } from "../connection.ts";
import { gatewayAt, runningGateway } from "../running.ts";
import type { Settings } from "../settings.ts";
import { cache } from "./cache.ts";
import type { Suggestion } from "./suggest.ts";

type Item = Readonly<Record<string, unknown>>;

/** Suggestions are asked for with each key press, so items are read from the gateway at most once in this time. */
const FRESH_MS = 2_000;
/** A person waits for suggestions no longer than this. Older items are used instead, if there are any. */
const MAX_WAIT_MS = 150;
const MAX_ITEMS = 500;

interface Place {
  readonly settings: Settings;
  readonly manifest: Manifest;
  /** The reference of each field of the command. */
  readonly references: ReadonlyMap<string, Reference>;
  /** The values of fields in the command line. */
  readonly given: ReadonlyMap<string, string>;
}

/** The items of a list whose name or id begins with `typed`. None if the running gateway does not answer in time. */
export async function itemsFor(reference: Reference, typed: string, place: Place): Promise<Suggestion[]> {
  const signal = AbortSignal.timeout(MAX_WAIT_MS);
  const items = await listed(reference, typed, place, signal).catch(() => []);
  return suggestionsOf(items, reference, typed);
}

async function listed(reference: Reference, typed: string, place: Place, signal: AbortSignal): Promise<Item[]> {
  const { settings, manifest } = place;
  const list = manifest.operations.find(({ id }) => id === reference.list);
  if (!list || !isServed(settings)) return [];
  const { properties = {}, required = [] } = list.input as { properties?: Item; required?: readonly string[] };
  const around = await fieldsFrom(reference, place, signal);
  const input: Item = { ...reference.input, ...around, ...("limit" in properties && { limit: String(MAX_ITEMS) }) };
  if (required.some((field) => input[field] === undefined)) return [];
  const all = await read(list.path, input, settings, signal);
  // A list that goes on is asked for those that begin with what is typed.
  if (all.length < MAX_ITEMS || typed === "" || !("name" in properties)) return all;
  return read(list.path, { ...input, name: typed }, settings, signal);
}

/** Nothing is opened only to suggest a name. */
const isServed = ({ gateway, data }: Settings): boolean => gateway !== undefined || runningGateway(data) !== undefined;

/** The fields of a list that are fields of the command, such as the base of a row, by id. */
async function fieldsFrom({ from = {} }: Reference, place: Place, signal: AbortSignal): Promise<Item> {
  const fields = Object.entries(from).map(async ([field, own]) => {
    const text = place.given.get(own);
    const reference = place.references.get(own);
    if (text === undefined || reference === undefined) return [field, text];
    const items = await listed(reference, text, place, signal);
    const { id = "id", names = [] } = reference;
    return [field, items.find((item) => names.some((name) => fold(item[name]) === fold(text)))?.[id] ?? text];
  });
  return Object.fromEntries((await Promise.all(fields)).filter(([, value]) => value !== undefined));
}

async function read(path: string, input: Item, settings: Settings, signal: AbortSignal): Promise<Item[]> {
  const body = JSON.stringify(input);
  const { gateway, data, token } = settings;
  const url = gateway ?? runningGateway(data)?.url;
  const key = JSON.stringify([url, gateway === undefined || gatewayAt(data, gateway) ? data : "", token, path, body]);
  const kept = await cache.get(key);
  if (kept && kept.age < FRESH_MS) return kept.value as Item[];
  try {
    const connection = await connect(settings, async () => []);
    const { status, text } = await connection.send(path, {
      body,
      headers: { "content-type": "application/json" },
      signal,
    });
    const items = status === 200 ? Object.values(JSON.parse(text) as Item).find(Array.isArray) : undefined;
    if (!items) return [];
    await cache.put(key, items);
    return items as Item[];
  } catch {
    return (kept?.value ?? []) as Item[];
  }
}

/** The name of each item that begins with what is typed, or its id if another item has the same name. */
function suggestionsOf(items: readonly Item[], { id = "id", names = [] }: Reference, typed: string): Suggestion[] {
  const start = fold(typed);
  const named = items.map((item) => {
    const all = names.map((name) => item[name]).filter((name) => typeof name === "string" && name !== "") as string[];
    return { value: String(item[id] ?? ""), name: all.find((name) => fold(name).startsWith(start)), first: all[0] };
  });
  const counts = new Map<string, number>();
  for (const { name } of named) if (name !== undefined) counts.set(fold(name), (counts.get(fold(name)) ?? 0) + 1);
  return named.flatMap(({ value, name, first }) => {
    if (name !== undefined)
      return counts.get(fold(name)) === 1 ? [{ value: name, about: value }] : [{ value, about: name }];
    return value !== "" && value.startsWith(typed) ? [{ value, ...(first !== undefined && { about: first }) }] : [];
  });
}

const fold = (name: unknown): string => (typeof name === "string" ? name.normalize("NFKC").trim().toLowerCase() : "");
