import { agentDirectory } from "@postern/agents/services";
import { defineGroup, optional, T, withDefault } from "@postern/core";
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
  }),
  needs: {
    agents: optional(agentDirectory),
    connections: optional(connectionDirectory),
    secrets: optional(secrets),
  },
});
