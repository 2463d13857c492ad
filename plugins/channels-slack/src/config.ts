import { ApiUrl } from "@postern/channels/kind";
import { type Static, T } from "@postern/core";

export const Config = T.Object({
  apiUrl: T.Optional(ApiUrl("URL of Slack's Web API. By default, https://slack.com/api/")),
});
export type Config = Static<typeof Config>;
