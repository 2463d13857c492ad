import { type Caller, type EventHead, gatewayErrors, keys } from "@postern/core";
import { anyTypeMatcher, cloudEventOf, eventVisibility, visibleEvents } from "@postern/kit/cloudevents";
import type { Session } from "../session.ts";
import type { WaitInput } from "./tool.ts";

/** The scope of everything that reads the journal. */
const SCOPE = "events:read";
const MAX_EVENTS = 100;
/** How many events are examined between two turns of the event loop. */
const PORTION = 500;
/** How often the key is checked again, in milliseconds. */
const CHECK_INTERVAL = 1_000;

/**
 * The events after a cursor, as soon as there are some. Ends without any after the time, when the client disconnects, or
 * when the gateway is drained or stops, and with an error when the key is revoked.
 */
export async function waitForEvents(session: Session, { after, types, seconds = 25 }: WaitInput, gone: AbortSignal) {
  const { host, caller } = session;
  assertAllowed(caller);
  // A call that does not wait is one like any other.
  const drained = seconds > 0 ? [host.state.drain.signal()] : [];
  const release = host.state.waits.take(caller);
  const ends = AbortSignal.any([gone, host.signal, ...drained, AbortSignal.timeout(seconds * 1_000)]);
  const commits = observeCommits(session, ends);
  try {
    // A caller of the host application has no context in the store: only its requests are checked.
    const isForeign = (await host.store.get(keys.contexts, caller.contextId)) === undefined;
    let holder = caller;
    let cursor = after ?? (await host.journal.end());
    for (;;) {
      const page = await eventsAfter(session, holder, cursor, types);
      cursor = page.cursor;
      if (page.events.length > 0 || page.gap || (ends.aborted && !page.more)) return page;
      if (page.more) continue;
      await commits.next();
      if (!isForeign) holder = await currentCaller(session, caller.contextId);
    }
  } finally {
    commits.end();
    release();
  }
}

async function eventsAfter(session: Session, caller: Caller, after: string, types: readonly string[] | undefined) {
  const { journal, services, store } = session.host;
  const sight = eventVisibility(services.gateway);
  const isWanted = anyTypeMatcher(types ?? ["**"]);
  const accept = (event: EventHead) => isWanted(event.type) && sight.admits(caller, event);
  const { events: found, cursor, more, gap } = await journal.read({ after, limit: PORTION, accept });
  const seen = await visibleEvents(sight, { caller, store }, found);
  const events = seen.slice(0, MAX_EVENTS);
  const isCut = seen.length > events.length;
  return {
    events: events.map((event) => cloudEventOf(event, sight.topicOf(event.type))),
    cursor: isCut ? (events.at(-1)?.id ?? cursor) : cursor,
    more: isCut || more,
    ...(gap && { gap }),
  };
}

function assertAllowed(caller: Caller): void {
  if (!caller.allows(SCOPE)) throw gatewayErrors.Forbidden({ scope: SCOPE });
}

/** The rights that a key has now. */
async function currentCaller({ host }: Session, contextId: string): Promise<Caller> {
  const now = await host.callerOf(contextId);
  if (!now) throw gatewayErrors.Unauthenticated({});
  assertAllowed(now);
  return now;
}

/** `next` resolves after the next commit, after the end of the wait, and whenever the key has to be checked. */
function observeCommits({ host }: Session, ends: AbortSignal) {
  let wake = () => {};
  let isDue = false;
  const notify = () => {
    isDue = true;
    wake();
  };
  const off = host.onCommit(notify);
  const checking = setInterval(notify, CHECK_INTERVAL);
  ends.addEventListener("abort", notify, { once: true });
  return {
    async next(): Promise<void> {
      if (!isDue && !ends.aborted) await new Promise<void>((resolve) => (wake = resolve));
      isDue = false;
    },
    end(): void {
      off();
      clearInterval(checking);
      ends.removeEventListener("abort", notify);
    },
  };
}
