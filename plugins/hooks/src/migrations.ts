import type { MutableRecords } from "@postern/core";
import { scanRecords } from "@postern/kit/paging";
import { secrets } from "./collections.ts";

/** Secrets as version 1 stored them: plain text. */
interface SecretV1 {
  readonly hookId: string;
  readonly secret: string;
  readonly former: readonly { readonly secret: string; readonly until: number }[];
}

const plain = (text: string) => ({ isSealed: false, text });

export const migrations = {
  /** Marks each secret as plain text. `sealSecrets` encrypts them later, because a migration has no key. */
  async 2({ store }: { store: MutableRecords }) {
    for await (const found of scanRecords(store, secrets)) {
      const { hookId, secret, former } = found as unknown as SecretV1;
      const before = former.map((one) => ({ ...plain(one.secret), until: one.until }));
      await store.put(secrets, { hookId, secret: plain(secret), former: before });
    }
  },
};
