import { oneOf, type Static, T } from "@postern/core";

const Folder = (description: string) => T.Optional(T.String({ minLength: 1, maxLength: 4096, description }));

export const Config = T.Object({
  data: Folder("The data folder: the vault is kept below it"),
  home: Folder("The folder of the user's own configuration: keys of the vault are kept below it"),
  backend: T.Optional(oneOf("keychain", "vault")),
  vault: T.Optional(
    T.Object(
      {
        folder: Folder("Where the vault is, instead of below `data`"),
        keys: Folder("The folder of its keys instead of one below `home`, or `keychain`"),
      },
      { additionalProperties: false },
    ),
  ),
});
export type Config = Static<typeof Config>;
