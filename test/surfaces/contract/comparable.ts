import { type TObject, withoutSecrets } from "@postern/core";
import type { OperationEntry } from "./door.ts";

/** Values that differ between gateways that did the same: random ids, keys, digests, commits and times. */
const VARYING: readonly (readonly [RegExp, string])[] = [
  [/\b(rctx|whsec|claim|turn|part|tick)_[\w+/=-]+/g, "$1_*"],
  [/\b\d{4}-\d\d-\d\dT[\d:.]+Z/g, "TIME"],
  [/\b[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}\b/g, "UUID"],
  [/\beyJ[\w-]+\.[\w-]{43}/g, "TICKET"],
  [/(?<![\w-])[\w-]{43}(?![\w-])/g, "DIGEST"],
  [/[0-9a-f]{12,}/g, "ID"],
  [/\b\d+\.\d+\b/g, "CURSOR"],
];

/** Members whose values are measured, or depend on the number of commits. */
const MEASURED =
  /(At|Ms|Bytes|Size|bytes|number|checked|digest|uptime|pid|latency|rss|heap.*|cpu|port|path|folder|file|url)$/i;

/** Members that only requests over HTTP have. */
const OF_REQUESTS = ["requestId"];

/** The value without what varies. Numbers of measured members are only compared by their presence. */
function comparable(value: unknown, name = ""): unknown {
  if (typeof value === "string") return VARYING.reduce((text, [pattern, by]) => text.replace(pattern, by), value);
  if (typeof value === "number") return MEASURED.test(name) || value > 10_000_000 ? "NUMBER" : value;
  if (Array.isArray(value)) return value.map((item) => comparable(item, name));
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(
    Object.entries(value)
      .filter(([key, member]) => member !== undefined && !OF_REQUESTS.includes(key))
      .map(([key, member]) => [key, comparable(member, key)]),
  );
}

/** Events whose place is certain: how many of a page are compared. */
const CERTAIN = 25;

/**
 * A failed command is recorded after its answer, together with others, so its place among the events, and which events
 * are on a page, depends on how long commits take.
 */
function inFixedOrder(outcome: unknown): unknown {
  const { answer, ...rest } = outcome as { answer?: { events: { data: { outcome?: string } }[] } };
  const events = answer?.events.filter(({ data }) => data.outcome === undefined || data.outcome === "done");
  return { ...rest, answer: answer && { ...answer, events: events?.slice(0, CERTAIN) } };
}

/** The outcome of an operation without what varies, and without secrets, which models do not get. */
export function comparableOutcome({ id, output }: OperationEntry, outcome: unknown): unknown {
  const { answer, ...rest } = outcome as { answer?: unknown };
  const shown = answer === undefined ? rest : { ...rest, answer: withoutSecrets(output as TObject, answer) };
  return comparable(id === "events.list" ? inFixedOrder(shown) : shown);
}
