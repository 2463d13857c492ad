import { type Caller, causedBy, type GatewayEvent } from "@postern/core";
import { creatorOf } from "@postern/kit/access";
import { outcomeOfFailure, performAction } from "@postern/kit/actions";
import { eventVisibility } from "@postern/kit/cloudevents";
import { nonRetryable, postpone, type QueueEntry } from "@postern/kit/queue";
import { type NeedRecord, needs, type RuleRecord, rules } from "../collections.ts";
import { runStarted } from "../events.ts";
import { viewOf } from "../filter/view.ts";
import type { OurHost } from "../host.ts";
import { readKept } from "../kept-event.ts";
import { placeOf } from "../place.ts";
import { disableRule } from "../rule.ts";
import { endOfQuiet } from "../when/quiet-time.ts";
import { BACKOFF, finishRun, type Run, type RunOutcome } from "./queue.ts";

/** Rules that cause each other end after this many steps from the event that nobody's rule has caused. */
const MAX_DEPTH = 8;

interface Attempt {
  readonly host: OurHost;
  readonly signal: AbortSignal;
  readonly note: (outcome: RunOutcome) => void;
}

/** Runs the operation of a rule. What cannot succeed later ends the run. */
export async function perform(entry: QueueEntry<Run>, { host, signal, note }: Attempt) {
  const { payload: run, id, attempt, cause } = entry;
  const end: End = (code, message, status = "failed") => {
    note({ status, error: { code, message } });
    return nonRetryable(message);
  };
  const { rule, event } = await prepare(host, run, end);
  const begun = await begin(host, entry, rule, end);
  let outcome: RunOutcome;
  try {
    outcome = await performAction(host.services.gateway, {
      action: rule.action,
      contextId: rule.actionContextId,
      caller: await host.callerOf(rule.actionContextId),
      scope: {
        event: viewOf(event),
        run: { id, events: run.events },
        rule: { id: rule.id, name: rule.name },
      },
      idempotencyKey: begun.round === undefined ? id : `${id}.${begun.round}`,
      firstAttemptAt: begun.startedAt,
      now: host.now(),
      reason: `Rule "${rule.name}", after ${event.type}`,
      cause: cause?.causationId === undefined ? causedBy(event) : cause,
      signal,
    });
  } catch (error) {
    if (attempt > BACKOFF.length) note(outcomeOfFailure(host.services.gateway, rule.action, error));
    throw error;
  }
  note(outcome);
  if (outcome.status === "failed" || outcome.status === "unclear")
    throw nonRetryable(outcome.error?.message ?? `The run is ${outcome.status}`);
  return (ctx: Parameters<typeof finishRun>[0]) => finishRun(ctx, id, run, outcome);
}

/** The error that ends a run, noted as its outcome. */
type End = (code: `rules.${string}`, message: string, status?: RunOutcome["status"]) => Error;

/** The rule and the event, if the rule may still run after it. */
async function prepare(host: OurHost, run: Run, end: End): Promise<{ rule: RuleRecord; event: GatewayEvent }> {
  const { store } = host;
  const rule = await store.get(rules, run.rule);
  if (!rule) throw end("rules.rule_removed", "The rule was removed");
  if (rule.status === "disabled") throw end("rules.rule_disabled", "The rule is disabled");
  const { quietTime } = rule.when ?? {};
  const until = quietTime && endOfQuiet(quietTime, host.now());
  if (until !== undefined) throw postpone(until - host.now(), `Quiet time until ${new Date(until).toISOString()}`);
  const reader = await creatorOf(store, rule, host.now());
  if (!reader) {
    await host.transact((ctx) => disableRule(ctx, rule.id, "context_ended"));
    const reason = "The rule's creator context, or one of its ancestors, was revoked or has expired";
    throw end("rules.context_ended", reason);
  }
  const event = await readKept(host, placeOf(run.event));
  if (!event) throw end("rules.event_gone", "The event is no longer available");
  if (!(await isSeen(host, reader, event)))
    throw end("rules.event_hidden", "The context that created the rule may no longer read this event");
  const { depth = 0 } = event;
  if (depth >= MAX_DEPTH)
    throw end("rules.loop", `loop: the event follows from ${depth} others, so rules cause each other`, "stopped");
  return { rule, event };
}

async function isSeen({ services, store }: OurHost, reader: Caller, event: GatewayEvent): Promise<boolean> {
  const sight = eventVisibility(services.gateway);
  return sight.admits(reader, event) && (await sight.shows({ caller: reader, store }, event));
}

type Begun = NeedRecord & { readonly startedAt: number };

/**
 * Records when the first attempt began and with which key, so that the operation is called at most once, whatever happens
 * to this process.
 */
function begin(host: OurHost, { id, payload: run }: QueueEntry<Run>, rule: RuleRecord, end: End) {
  const { number, place } = placeOf(run.event);
  return host.transact(async (ctx): Promise<Begun> => {
    const need = await ctx.store.get(needs, number, place, id);
    if (!need) throw end("rules.event_gone", "The event is no longer available");
    const { startedAt, actionContextId } = need;
    if (startedAt !== undefined) {
      if (actionContextId === rule.actionContextId) return { ...need, startedAt };
      throw end("rules.action_changed", "The action of the rule was changed after this run had begun", "unclear");
    }
    const begun = { ...need, startedAt: ctx.now, actionContextId: rule.actionContextId };
    await ctx.store.put(needs, begun);
    const about = { runId: id, ruleId: rule.id, contextId: rule.contextId };
    ctx.emit(runStarted, { ...about, eventId: run.event, eventType: run.type });
    return begun;
  });
}
