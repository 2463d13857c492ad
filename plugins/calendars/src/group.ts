import { agentDirectory } from "@postern/agents/services";
import { defineGroup, optional, stateOf, T } from "@postern/core";
import { connectionDirectory, secrets } from "@postern/credentials/services";
import { lastingWork } from "@postern/kit/access";
import { checks } from "@postern/kit/checks";
import { withDefault } from "@postern/kit/fields";
import { allowPrivateOption } from "@postern/kit/outbound";
import { syncDomains } from "@postern/kit/sync";
import type { State } from "./state.ts";

export const group = defineGroup("calendars", {
  title: "Calendars",
  description: "Calendars, events with recurrence and attendees, and delivery to CalDAV and e-mail.",
  config: T.Object({
    timezone: withDefault(
      T.String({
        description: "IANA time zone for calendars created without one; empty for the time zone of this machine",
      }),
      "",
    ),
    syncEvery: withDefault(
      T.Integer({
        minimum: 0,
        maximum: 1_440,
        description:
          "Minutes between synchronizations of an account after the first one; 0 turns automatic synchronization off",
      }),
      15,
    ),
    allowPrivate: allowPrivateOption,
  }),
  state: stateOf<State>(),
  needs: {
    lasting: optional(lastingWork),
    agents: optional(agentDirectory),
    connections: optional(connectionDirectory),
    secrets: optional(secrets),
    sync: optional(syncDomains),
    checks: optional(checks),
  },
});
