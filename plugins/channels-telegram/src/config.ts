import { ApiUrl } from "@postern/channels/kind";
import { type Static, T } from "@postern/core";

export const Config = T.Object({
  apiRoot: T.Optional(ApiUrl("URL of the Bot API server. By default, https://api.telegram.org")),
});
export type Config = Static<typeof Config>;
