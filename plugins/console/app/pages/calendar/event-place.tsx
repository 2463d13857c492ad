import type { CalendarEvent } from "@postern/client/api";
import { useEffect } from "preact/hooks";
import { go, pathTo } from "../../router.ts";
import { Loaded } from "../../ui/page.tsx";
import type { View } from "./period.ts";
import { useCalendars } from "./read.ts";
import { dayOf } from "./zone.ts";

/** An event, whenever it takes place. */
export const eventPath = (id: string): string => `calendar?event=${encodeURIComponent(id)}`;

/** Shows the period of an event instead, with the event. */
export function EventPlace({ id, view }: { id: string; view: View }) {
  const query = useCalendars(`place of ${id}`, async (client, signal) => {
    const { event } = await client.calendars.events.show({ event: id }, { signal });
    return event as CalendarEvent;
  });
  return (
    <div class="padded">
      <Loaded query={query}>
        {(event) => <Moved to={`${pathTo("calendar", view, dayOf(event))}?event=${encodeURIComponent(id)}`} />}
      </Loaded>
    </div>
  );
}

function Moved({ to }: { to: string }) {
  useEffect(() => go(to, { replace: true }), [to]);
  return null;
}
