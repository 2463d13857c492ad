import { T } from "@postern/core";
import { defineQueue } from "@postern/kit/queue";
import { reminders } from "./collections.ts";
import { reminderDue } from "./events.ts";
import { group } from "./group.ts";

/** An alarm survives restarts and is handled by one process, even if several share the store. */
export const alarms = defineQueue(group, "alarms", {
  one: "alarm",
  entry: T.Object({ reminderId: T.String() }),
  async handle({ payload }, { host }) {
    const reminder = await host.store.get(reminders, payload.reminderId);
    return ({ emit }) => reminder && emit(reminderDue, { reminder });
  },
});
