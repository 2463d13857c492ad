import { defineGroup, gatewayView, oneOf, T } from "@postern/core";

const Folder = (description: string) => T.Optional(T.String({ minLength: 1, maxLength: 4096, description }));

export const group = defineGroup("credentials", {
  title: "Credentials",
  description: "Credential connections: secrets that other groups use by reference, at the moment of use.",
  needs: { gateway: gatewayView },
  scopes: { use: "Use the secret of a connection in a new place: an account, an adapter, a link" },
  config: T.Object({
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
  }),
});
