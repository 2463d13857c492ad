import { setImmediate as turn } from "node:timers/promises";
import { type Caller, type GatewayEvent, type GatewayView, isGatewayError, type Reads } from "@postern/core";
import { creatorOf } from "@postern/kit/access";
import { eventVisibility } from "@postern/kit/cloudevents";
import type { RuleRecord } from "../collections.ts";
import { type EventView, viewOf } from "../filter/view.ts";
import { placeOf } from "../place.ts";
import type { IndexedRule, RuleIndex } from "./rule-index.ts";

/** What the rules say about some events. */
export interface Matching {
  readonly events: readonly GatewayEvent[];
  /** The version of the index. */
  readonly version: number;
  readonly matches: readonly { readonly event: GatewayEvent; readonly view: EventView; readonly rules: string[] }[];
  /** Filters that failed: how often, and the last error. */
  readonly faults: ReadonlyMap<string, { readonly count: number; readonly error: string; readonly eventId: string }>;
  /** Rules whose context has ended. */
  readonly ended: ReadonlySet<string>;
}

/** The part of the plugin's context that is read. */
interface Reading {
  readonly store: Reads;
  readonly services: { readonly gateway: Pick<GatewayView, "manifest" | "event"> };
  now(): number;
}

/** Milliseconds of work between two turns of the event loop. */
const WORK = 10;

/** Compares events with all rules about their types. A rule learns nothing of an event that its context may not see. */
export async function findMatches(
  { store, services, now }: Reading,
  index: RuleIndex,
  events: readonly GatewayEvent[],
): Promise<Matching> {
  const sight = eventVisibility(services.gateway);
  const readers = new Map<string, Caller | undefined>();
  const faults = new Map<string, { count: number; error: string; eventId: string }>();
  const ended = new Set<string>();
  const matches: Matching["matches"][number][] = [];
  let began = performance.now();

  async function readerFor(rule: RuleRecord): Promise<Caller | undefined> {
    if (!readers.has(rule.contextId)) readers.set(rule.contextId, await creatorOf(store, rule, now()));
    return readers.get(rule.contextId);
  }

  async function matchOne(event: GatewayEvent): Promise<void> {
    const { number } = placeOf(event.id);
    const view = viewOf(event);
    const shown = new Map<string, boolean>();
    const found: string[] = [];
    for (const indexed of index.about(event.type)) {
      if (performance.now() - began > WORK) {
        await turn();
        began = performance.now();
      }
      const { rule } = indexed;
      // What a rule does must not cause it again.
      if (number <= rule.since || event.actor === rule.actionContextId) continue;
      const reader = await readerFor(rule);
      if (!reader) ended.add(rule.id);
      if (!reader || !sight.admits(reader, event)) continue;
      const { isMatch, error } = test(indexed, view);
      if (!isMatch && error === undefined) continue;
      // The result of a filter says something about the event, so it is used only if the event may be seen.
      if (!shown.has(rule.contextId)) shown.set(rule.contextId, await sight.shows({ caller: reader, store }, event));
      if (!shown.get(rule.contextId)) continue;
      if (error === undefined) found.push(rule.id);
      else faults.set(rule.id, { count: (faults.get(rule.id)?.count ?? 0) + 1, error, eventId: event.id });
    }
    if (found.length > 0) matches.push({ event, view, rules: found });
  }

  for (const event of events) await matchOne(event);
  return { events, version: index.version, matches, faults, ended };
}

function test(indexed: IndexedRule, view: EventView): { isMatch: boolean; error?: string } {
  try {
    return indexed.filter()?.test(view) ?? { isMatch: true };
  } catch (error) {
    // It was valid when the rule was created: another version of the library may refuse it.
    if (isGatewayError(error)) return { isMatch: false, error: error.message };
    throw error;
  }
}
