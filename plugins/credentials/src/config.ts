import { oneOf, type Static, T } from "@postern/core";
import { described } from "@postern/kit/fields";
import { VaultPlace } from "./schemas.ts";

const Folder = (description: string) => T.Optional(T.String({ minLength: 1, maxLength: 4096, description }));

export const Config = T.Object({
  data: Folder("Data folder, which contains the vault by default"),
  home: Folder("Configuration folder of the user, which contains the keys of the vault by default"),
  backend: T.Optional(oneOf("keychain", "vault")),
  env: T.Optional(
    T.Array(T.String({ pattern: "^[A-Za-z_][A-Za-z0-9_]{0,127}\\*?$" }), {
      maxItems: 1_000,
      description:
        "Environment variables of the gateway that connections may refer to, by name or as a prefix, like BOT_*; none by default",
    }),
  ),
  keychain: T.Optional(
    T.Array(T.String({ pattern: "^[^/*]+/[^*]*\\*?$", maxLength: 500 }), {
      maxItems: 1_000,
      description:
        "Entries of other programs in the keychain that connections may refer to, as <service>/<account> or <service>/*; none by default",
    }),
  ),
  vault: T.Optional(
    T.Object(
      {
        place: T.Optional(
          described(
            VaultPlace,
            "Where new secrets of the vault are stored: in the store, or in its folder on this host; by default in the store if gateways on several machines can share it",
          ),
        ),
        folder: Folder("Folder of the vault; `vault` in the data folder by default"),
        keys: Folder(
          "Folder of the vault's keys, or `keychain`; by default the keychain, or `vault-keys` in the configuration folder if there is no keychain",
        ),
      },
      { additionalProperties: false },
    ),
  ),
});
export type Config = Static<typeof Config>;
