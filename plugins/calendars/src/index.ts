import { definePlugin } from "@postern/core";
import * as collections from "./collections.ts";
import { schemas } from "./component-schemas.ts";
import { registerProviders } from "./delivery/check.ts";
import { pulls } from "./delivery/sync/pulls.ts";
import { watch } from "./delivery/watch.ts";
import { worker } from "./delivery/worker.ts";
import * as events from "./events.ts";
import { group } from "./group.ts";
import { accountsCheck } from "./operations/accounts.check.ts";
import { accountsCreate } from "./operations/accounts.create.ts";
import { accountsList } from "./operations/accounts.list.ts";
import { accountsRemove } from "./operations/accounts.remove.ts";
import { accountsShow } from "./operations/accounts.show.ts";
import { accountsUpdate } from "./operations/accounts.update.ts";
import { archive } from "./operations/archive.ts";
import { create } from "./operations/create.ts";
import { eventsAttendeesAdd } from "./operations/events.attendees.add.ts";
import { eventsAttendeesRemove } from "./operations/events.attendees.remove.ts";
import { eventsCancel } from "./operations/events.cancel.ts";
import { eventsCreate } from "./operations/events.create.ts";
import { eventsList } from "./operations/events.list.ts";
import { eventsRespond } from "./operations/events.respond.ts";
import { eventsRestore } from "./operations/events.restore.ts";
import { eventsShow } from "./operations/events.show.ts";
import { eventsUpdate } from "./operations/events.update.ts";
import { exportEvents } from "./operations/export.ts";
import { freebusy } from "./operations/freebusy.ts";
import { importEvents } from "./operations/import.ts";
import { list } from "./operations/list.ts";
import { outboxDiscard } from "./operations/outbox.discard.ts";
import { outboxList } from "./operations/outbox.list.ts";
import { outboxRetry } from "./operations/outbox.retry.ts";
import { outboxShow } from "./operations/outbox.show.ts";
import { share } from "./operations/share.ts";
import { show } from "./operations/show.ts";
import { sync } from "./operations/sync.ts";
import { unarchive } from "./operations/unarchive.ts";
import { unshare } from "./operations/unshare.ts";
import { update } from "./operations/update.ts";
import { calendarsDomain } from "./sync/domain.ts";
import { zoneNamed } from "./time/zone.ts";

export * from "./errors.ts";
export * from "./events.ts";
export type { Account, Attendee, Calendar, Event, OutboxEntry } from "./schemas.ts";
export {
  accountsCheck,
  accountsCreate,
  accountsList,
  accountsRemove,
  accountsShow,
  accountsUpdate,
  archive,
  create,
  eventsAttendeesAdd,
  eventsAttendeesRemove,
  eventsCancel,
  eventsCreate,
  eventsList,
  eventsRespond,
  eventsRestore,
  eventsShow,
  eventsUpdate,
  exportEvents,
  freebusy,
  importEvents,
  list,
  outboxDiscard,
  outboxList,
  outboxRetry,
  outboxShow,
  share,
  show,
  sync,
  unarchive,
  unshare,
  update,
};

/** Calendars, events with recurrence and attendees, and delivery to CalDAV and e-mail. */
export default definePlugin(group, {
  version: "1.0.0",
  data: 1,
  schemas,
  collections,
  operations: [
    create,
    list,
    show,
    update,
    archive,
    unarchive,
    share,
    unshare,
    freebusy,
    importEvents,
    exportEvents,
    eventsCreate,
    eventsList,
    eventsShow,
    eventsUpdate,
    eventsCancel,
    eventsRestore,
    eventsRespond,
    eventsAttendeesAdd,
    eventsAttendeesRemove,
    accountsCreate,
    accountsList,
    accountsShow,
    accountsUpdate,
    accountsRemove,
    accountsCheck,
    sync,
    outboxList,
    outboxShow,
    outboxRetry,
    outboxDiscard,
  ],
  events: Object.values(events),
  workers: [worker, watch, pulls],
  setup(host) {
    const { timezone } = host.config;
    if (timezone !== "" && zoneNamed(timezone) === undefined)
      throw new Error(`timezone must be an IANA time zone, such as Europe/Berlin; got ${timezone}`);
    host.services.sync?.register(calendarsDomain);
    return {};
  },
  start: registerProviders,
});
