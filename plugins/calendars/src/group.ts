import { agentDirectory } from "@postern/agents/services";
import { defineGroup, optional, T, withDefault } from "@postern/core";
import { syncDomains } from "@postern/core/sync";
import { connectionDirectory, secrets } from "@postern/credentials/services";

export const group = defineGroup("calendars", {
  title: "Calendars",
  description: "Calendars, events with recurrence and attendees, and delivery to CalDAV and e-mail.",
  config: T.Object({
    timezone: withDefault(
      T.String({
        description: "The time zone of calendars that name none, as IANA spells it; empty for this machine's",
      }),
      "",
    ),
    syncEvery: withDefault(
      T.Integer({
        minimum: 0,
        maximum: 1_440,
        description:
          "Minutes between pulls of an account that was synced once; 0 for none but those that are asked for",
      }),
      15,
    ),
  }),
  needs: {
    agents: optional(agentDirectory),
    connections: optional(connectionDirectory),
    secrets: optional(secrets),
    sync: optional(syncDomains),
  },
});
