import { type Static, T } from "@postern/core";

export const Config = T.Object({
  url: T.Optional(
    T.String({
      maxLength: 2_000,
      pattern: "^https?://[^\\s@#\\\\]+$",
      description:
        "URL that messages are posted to, without credentials or fragment. If absent, the adapter only receives.",
    }),
  ),
});
export type Config = Static<typeof Config>;
