import type { GatewayEvent } from "@postern/core";
import { defineConsumer } from "@postern/kit/queue";
import { matched, ruleChanges } from "../collections.ts";
import { group } from "../group.ts";
import type { OurHost } from "../host.ts";
import { keepEvent } from "../kept-event.ts";
import { noteFilterErrors } from "../outcome.ts";
import { placeOf } from "../place.ts";
import { disableRule } from "../rule.ts";
import { isWatched } from "../watched.ts";
import { findMatches, type Matching } from "./matches.ts";
import { indexAt } from "./rule-index.ts";

/** Finds the rules that each event matches, in the commit that advances its cursor. */
export const match = defineConsumer(group, "match", {
  // A process that only makes a few calls may create a rule and its events before a server is started for the first time.
  from: "beginning",
  // One commit holds the copies of all matching events of a batch.
  batch: 20,
  accept: ({ type }) => isWatched(type),
  // Most events match no rule. A rule that is created meanwhile sees only later events.
  async wanted(events, host) {
    const { matches, faults, ended } = await matchingOf(host, events, await host.store.sum(ruleChanges));
    const isWanted = matches.length > 0 || faults.size > 0 || ended.size > 0;
    if (!isWanted) host.state.handled = events.at(-1)?.id;
    return isWanted;
  },
  async handle(ctx, events, host) {
    const { matches, faults, ended } = await matchingOf(host, events, await ctx.store.sum(ruleChanges));
    for (const id of ended) await disableRule(ctx, id, "context_ended");
    await noteFilterErrors(ctx, faults);
    for (const { event, view, rules } of matches) {
      await keepEvent(ctx, event, view);
      await ctx.store.put(matched, { ...placeOf(event.id), rules });
    }
    ctx.afterCommit(() => {
      host.state.handled = events.at(-1)?.id;
    });
  },
});

/** What the rules as of a number of changes say about some events. Found once, although a commit may be repeated. */
async function matchingOf(host: OurHost, events: readonly GatewayEvent[], version: number): Promise<Matching> {
  const { state, store } = host;
  const before = state.matching;
  if (before?.events === events && before.version === version) return before;
  // Outside of the commit's reads: the commit is repeated if a rule has changed, and rights are checked again by the run.
  const found = await findMatches(host, await indexAt(version, store, state), events);
  state.matching = found;
  return found;
}
