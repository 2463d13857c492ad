import { type Static, T } from "@postern/core";

export const Config = T.Object({
  url: T.Optional(
    T.String({
      maxLength: 2_000,
      pattern: "^https?://[^\\s@#\\\\]+$",
      description: "Where messages are posted to, without name, password or fragment; absent, it only takes in",
    }),
  ),
});
export type Config = Static<typeof Config>;
