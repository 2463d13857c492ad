import { definePlugin } from "@postern/core";
import { markExisting } from "@postern/kit/outbound";
import { calendarsCheck } from "./check.ts";
import * as collections from "./collections.ts";
import { schemas } from "./component-schemas.ts";
import { registerProviders } from "./delivery/check.ts";
import { pulls } from "./delivery/sync/pulls.ts";
import { watch } from "./delivery/watch.ts";
import { worker } from "./delivery/worker.ts";
import * as events from "./events.ts";
import { group } from "./group.ts";
import { setUpItems } from "./lasting.ts";
import * as operations from "./operations/index.ts";
import { createState } from "./state.ts";
import { calendarsDomain } from "./sync/domain.ts";
import { zoneNamed } from "./time/zone.ts";

export * from "./errors.ts";
export * from "./events.ts";
export * from "./operations/index.ts";
export type { Account, Attendee, Calendar, Event, OutboxEntry } from "./schemas.ts";

/** Calendars, events with recurrence and attendees, and delivery to CalDAV and e-mail. */
export default definePlugin(group, {
  version: "1.0.0",
  data: 2,
  migrations: { 2: markExisting(collections.accounts) },
  schemas,
  collections,
  operations: Object.values(operations),
  events: Object.values(events),
  workers: [worker, watch, pulls],
  setup(host) {
    const { timezone } = host.config;
    if (timezone !== "" && zoneNamed(timezone) === undefined)
      throw new Error(`timezone must be an IANA time zone, such as Europe/Berlin; got ${timezone}`);
    host.services.sync?.register(calendarsDomain);
    host.services.checks?.register(calendarsCheck);
    host.services.lasting?.register(setUpItems);
    return { state: createState() };
  },
  start: registerProviders,
});
