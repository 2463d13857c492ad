import { type Caller, defineQuery, type Reads, T } from "@postern/core";
import { described } from "@postern/kit/fields";
import { limitToGrants, listOf, listSource, namedSource, nameField, within } from "@postern/kit/paging";
import { EVERYBODY, type ScheduleRecord, schedules, timings } from "../collections.ts";
import { group } from "../group.ts";
import { mayAccess } from "../rights.ts";
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
  description: "Schedules of your key and of derived keys; with full access, all schedules.",
  input: T.Object({
    name: nameField("name"),
    status: T.Optional(described(Status, "Only schedules with this status")),
    ...Schedules.fields,
  }),
  output: Schedules.output,
  narrowed: true,
  examples: [{ title: "Schedules that have ended", input: { status: "ended" } }],
  async run({ store, caller }, { name, status, ...page }) {
    const isListed = (record: ScheduleRecord) =>
      mayAccess(caller, record, "read") && (status === undefined || record.status === status);
    const reach = caller.reach("schedules:read", "schedules.list");
    const source =
      name !== undefined
        ? namedSource(store.unchecked, schedules, { name, by: ["byName"], idPrefix: "sched_" }, isListed)
        : reach === "all"
          ? within(store, schedules, { by: "byViewer", prefix: [viewerOf(caller), status ?? "any"], reverse: true })
          : listSource((await named(store, [...reach])).filter(isListed));
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

const viewerOf = ({ isAdmin, contextId }: Caller): string => (isAdmin ? EVERYBODY : contextId);

/** The schedules that a key's grants name, newest first. */
async function named(store: Reads, ids: readonly string[]): Promise<ScheduleRecord[]> {
  const found = await Promise.all(
    ids
      .toSorted()
      .reverse()
      .map((id) => store.get(schedules, id)),
  );
  return found.filter((record) => record !== undefined);
}
