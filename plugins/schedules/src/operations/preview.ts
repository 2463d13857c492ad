import { defineQuery, T } from "@postern/core";
import { needsOne, withDefault } from "@postern/kit/fields";
import { withColumns } from "@postern/kit/paging";
import { ScheduleNotFound } from "../errors.ts";
import { group } from "../group.ts";
import { ownSchedule } from "../schedule.ts";
import { ScheduleId, Until, WhenInput, Zone } from "../schemas.ts";
import { localText } from "../times/moment.ts";
import { readTiming } from "../times/read-timing.ts";
import { upcoming } from "../times/timing.ts";

const COUNT = 10;

const DueTime = T.Object({
  at: T.Integer({ description: "The due time in Unix milliseconds" }),
  local: T.String({ description: "The due time in the time zone of the schedule, with its offset" }),
  weekday: T.String({ description: "Day of the week there" }),
});

export const preview = defineQuery(group, {
  id: "schedules.preview",
  summary: "Show the next ten due times of a schedule or of any times",
  description:
    "Shows them in the time zone of the schedule, with changes of the clocks. A disabled schedule shows the due times it would have.",
  input: T.Object(
    {
      id: T.Optional(ScheduleId),
      when: T.Optional(WhenInput),
      timezone: withDefault(Zone, "UTC"),
      until: T.Optional(Until),
    },
    needsOne(["id"], ["when"]),
  ),
  output: T.Object({
    times: withColumns(T.Array(DueTime, { description: "The due times, the next one first" }), {
      local: "plain",
      weekday: "plain",
      at: ["time", 1],
    }),
    timezone: T.String({ description: "IANA time zone of the schedule" }),
  }),
  errors: [ScheduleNotFound],
  examples: [
    {
      title: "The last Friday of each month, at noon in Sydney",
      input: {
        when: { rrule: "FREQ=MONTHLY;BYDAY=-1FR", start: "2026-01-01T12:00" },
        timezone: "Australia/Sydney",
      },
    },
  ],
  resource: ({ id }) => id,
  async run(ctx, { id, when, timezone, until }) {
    const { now } = ctx;
    const stored = id === undefined ? undefined : (await ownSchedule(ctx, id, "read")).timing;
    const found = stored ?? readTiming({ when: when ?? {}, timezone, until }, now);
    // The next due time of a schedule may already have passed by a clock that was set back.
    const after = stored?.nextDueAt === undefined ? now : stored.nextDueAt - 1;
    const times = upcoming(found, after, COUNT);
    return {
      times: times.map((at) => ({ at, ...localText(at, found.timezone) })),
      timezone: found.timezone,
    };
  },
});
