import { defineQuery, T } from "@postern/core";
import { described } from "@postern/core/fields";
import { limitToGrants, listOf, namedSource, nameField, within } from "@postern/core/paging";
import { EVERYBODY, type ScheduleRecord, schedules, timings } from "../collections.ts";
import { group } from "../group.ts";
import { maySee } from "../rights.ts";
import { showSchedule } from "../schedule.ts";
import { ShownSchedule, Status } from "../schemas.ts";

const Schedules = listOf("schedules", ShownSchedule, {
  id: "id",
  name: "text",
  status: "status",
  nextDueAt: "time",
  lastRun: ["text", 1],
  timezone: ["plain", 3],
  statusReason: ["plain", 2],
});

export const list = defineQuery(group, {
  id: "schedules.list",
  summary: "List your schedules, newest first",
  description: "Schedules of your key and of those derived from it; with full access, all schedules.",
  input: T.Object({
    name: nameField("name"),
    status: T.Optional(described(Status, "Only schedules with this status")),
    ...Schedules.fields,
  }),
  output: Schedules.output,
  narrowed: true,
  examples: [{ title: "Schedules that have ended", input: { status: "ended" } }],
  run({ store, caller }, { name, status, ...page }) {
    const viewer = caller.isAdmin ? EVERYBODY : caller.contextId;
    const isListed = (record: ScheduleRecord) =>
      maySee(caller, record) && (status === undefined || record.status === status);
    const source =
      name === undefined
        ? within(store, schedules, { by: "byViewer", prefix: [viewer, status ?? "any"], reverse: true })
        : namedSource(store.unchecked, schedules, { name, by: ["byName"], idPrefix: "sched_" }, isListed);
    return Schedules.answer(
      page,
      limitToGrants(source, caller, "schedules.list", ({ id }) => id),
      async (record) => {
        const timing = await store.get(timings, record.id);
        if (!timing) throw new Error(`The due times of ${record.id} are missing`);
        return showSchedule(store, { record, timing });
      },
    );
  },
});
