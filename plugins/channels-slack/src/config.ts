import { ApiUrl } from "@postern/channels/kind";
import { type Static, T } from "@postern/core";

export const Config = T.Object({
  apiUrl: T.Optional(ApiUrl("Slack's Web API, https://slack.com/api/ if absent")),
});
export type Config = Static<typeof Config>;
