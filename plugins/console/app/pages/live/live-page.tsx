import type { GatewayEvent } from "@postern/client";
import { useEffect, useRef, useState } from "preact/hooks";
import { go, pathTo, place } from "../../router.ts";
import { useSession } from "../../session/session.ts";
import { Empty, Page } from "../../ui/page.tsx";
import { Time } from "../../ui/time.tsx";
import { VirtualList } from "../../ui/virtual-list.tsx";
import { EventDetails } from "./event-details.tsx";
import { type Filter, FilterBar, isWanted, NO_FILTER } from "./filter.tsx";

/** How many events are kept. Older ones can be listed with `postern events list`. */
const MOST = 5_000;

/** The events of the gateway as they happen, newest first. */
export function LivePage() {
  const session = useSession();
  const [, opened] = place.value.parts;
  const [filter, setFilter] = useState<Filter>(NO_FILTER);
  const [isPaused, setPaused] = useState(false);
  const [events, setEvents] = useState<readonly GatewayEvent[]>([]);
  const paused = useRef(isPaused);
  paused.current = isPaused;

  useEffect(() => {
    let isCurrent = true;
    const since = Date.now() - 3_600_000;
    session.client.events
      .list({ since, limit: 500 })
      .then(({ events }) => isCurrent && setEvents((now) => merged(now, events as GatewayEvent[])), session.failed);
    const arrived: GatewayEvent[] = [];
    let frame = 0;
    const stop = session.live.listen((event) => {
      if (!("specversion" in event) || paused.current) return;
      arrived.push(event);
      frame ||= requestAnimationFrame(() => {
        frame = 0;
        const batch = arrived.splice(0);
        setEvents((now) => merged(now, batch));
      });
    });
    return () => {
      isCurrent = false;
      cancelAnimationFrame(frame);
      stop();
    };
  }, [session]);

  const shown = events.filter((event) => isWanted(event, filter));
  return (
    <Page
      title="Live"
      isFlush
      actions={
        <>
          <FilterBar filter={filter} onFilter={setFilter} />
          <button type="button" class="button" aria-pressed={isPaused} onClick={() => setPaused(!isPaused)}>
            {isPaused ? "Resume" : "Pause"}
          </button>
        </>
      }
    >
      <div class={opened === undefined ? "split" : "split has-open"}>
        {shown.length === 0 && events.length > 0 ? (
          <Empty text="No event matches the filter.">
            <button type="button" class="button" onClick={() => setFilter(NO_FILTER)}>
              Clear the filter
            </button>
          </Empty>
        ) : shown.length === 0 ? (
          <Empty text="No events in the last hour. Cause one:" command='postern chats create --title "Tea"' />
        ) : (
          <VirtualList
            label="Events"
            items={shown}
            keyOf={({ id }) => id}
            estimate={52}
            render={(event) => (
              <button
                type="button"
                class="item"
                aria-current={event.id === opened}
                onClick={() => go(pathTo("live", event.id))}
              >
                <div class="row">
                  <code class="grow cut">{event.type}</code>
                  <Time at={event.time} />
                </div>
                <div class="small muted cut">{event.subject ?? event.source}</div>
              </button>
            )}
          />
        )}
        {opened === undefined ? <Empty text="Choose an event." /> : <EventDetails key={opened} id={opened} />}
      </div>
    </Page>
  );
}

/** Newest first, each once. */
function merged(now: readonly GatewayEvent[], more: readonly GatewayEvent[]): readonly GatewayEvent[] {
  const known = new Set(now.map(({ id }) => id));
  const added = more.filter(({ id }) => !known.has(id));
  if (added.length === 0) return now;
  return [...added, ...now].sort((one, other) => numbersOf(other) - numbersOf(one)).slice(0, MOST);
}

/** Ids are the number of a commit and a place in it. */
function numbersOf({ id }: GatewayEvent): number {
  const [commit = "0", place = "0"] = id.split(".");
  return Number(commit) + Number(place) / 100_000;
}
