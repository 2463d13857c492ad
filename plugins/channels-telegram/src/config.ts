import { ApiUrl } from "@postern/channels/kind";
import { type Static, T } from "@postern/core";

export const Config = T.Object({
  apiRoot: T.Optional(ApiUrl("The Bot API's server, https://api.telegram.org if absent")),
});
export type Config = Static<typeof Config>;
