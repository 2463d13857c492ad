import { defineQuery, T } from "@postern/core";
import { described, numericText, withDefault } from "@postern/kit/fields";
import { limitToGrants, listOf } from "@postern/kit/paging";
import { roleOf, showCalendar, visibleTo } from "../calendar.ts";
import { AccountId } from "../fields.ts";
import { group } from "../group.ts";
import { Calendar, CalendarStatus, type Role } from "../schemas.ts";

const Calendars = listOf(
  "calendars",
  Calendar,
  {
    id: "id",
    name: "text",
    role: "plain",
    timezone: ["plain", 1],
    visibility: ["plain", 2],
    accountId: ["id", 2],
    status: ["status", 3],
    lastSyncedAt: ["ago", 4],
  },
  numericText,
);

export const list = defineQuery(group, {
  id: "calendars.list",
  summary: "List calendars visible to the caller",
  description:
    "Own and shared calendars come first, then public calendars, then calendars from the key's grants; each part is sorted by name.",
  input: T.Object({
    account: T.Optional(AccountId),
    status: withDefault(described(CalendarStatus, "Only calendars with this status"), "active"),
    ...Calendars.fields,
  }),
  narrowed: true,
  output: Calendars.output,
  examples: [{ title: "List ids, names and roles", input: { fields: "id,name,role" } }],
  run({ store, caller }, { account, status, ...page }) {
    const test = account === undefined ? undefined : ({ accountId }: { accountId: string }) => accountId === account;
    // A query reads a consistent snapshot and commits nothing, so unchecked reads are exact and can skip an offset
    // without reading it.
    const source = visibleTo({ store: store.unchecked, caller }, status, test);
    return Calendars.answer(
      page,
      limitToGrants(source, caller, "calendars.list", ({ id }) => id),
      (calendar) => showCalendar({ calendar, role: roleOf(caller, calendar) as Role }),
    );
  },
});
