import { createHmac, randomBytes, timingSafeEqual } from "node:crypto";
import { type PluginContext, T } from "@postern/core";
import { defineCollection, type Reads } from "@postern/core/storage";

const NAME = "tickets";

/** The collection of the secret with which a group signs unstored things, such as links. It has a single record. */
export const defineSigningSecret = (name: string) =>
  defineCollection(name, {
    schema: T.Object({ name: T.String(), secret: T.String() }),
    key: ({ name }) => [name],
  });
/** The collection of a group's signing secret. */
export type SigningSecret = ReturnType<typeof defineSigningSecret>;

/** Signs for all gateways of a store. */
export interface Signer {
  /** HMAC-SHA256 in base64url: 43 characters. */
  sign(text: string): string;
  isSigned(text: string, signature: string): boolean;
}

/** Creates the secret, once per store. Call it in a plugin's `start`. Throws if the store does not accept writes. */
export async function createSigningSecret(
  { transact }: Pick<PluginContext, "transact">,
  secrets: SigningSecret,
): Promise<void> {
  await transact(async ({ store }) => {
    if (await store.get(secrets, NAME)) return;
    await store.put(secrets, { name: NAME, secret: randomBytes(32).toString("base64url") });
  });
}

/** Undefined until the secret has been created. */
export async function signerOf(store: Reads, secrets: SigningSecret): Promise<Signer | undefined> {
  const found = await store.get(secrets, NAME);
  if (!found) return undefined;
  const sign = (text: string) => createHmac("sha256", found.secret).update(text).digest("base64url");
  return {
    sign,
    isSigned(text, signature) {
      const expected = Buffer.from(sign(text));
      const given = Buffer.from(signature);
      return given.length === expected.length && timingSafeEqual(given, expected);
    },
  };
}
