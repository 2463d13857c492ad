import type { Keychain } from "../keychain/keychain.ts";
import { KEYS_SERVICE as KEYS } from "../vault/keys.ts";
import { type Backend, BackendTrouble, type Trouble } from "./backend.ts";
import { refusalOf } from "./references.ts";

/** The service of the entries that this group writes. */
const SERVICE = "postern";
/** How long the result of a check is cached: a locked keychain prompts the user at each check. */
const CHECK_CACHED_FOR = 3_000;
/** How long a failed write counts as trouble: a check alone does not detect why writes fail. */
const REFUSED_FOR = 60_000;

/**
 * The system's keychain: the secret service on Linux, the Keychain on macOS, the Credential Manager on Windows.
 * Of the entries of other programs, only those that the configuration lists are used.
 */
export function keychainBackend(keychain: Keychain, allowed: readonly string[] = []): Backend {
  let found: { until: number; trouble: Promise<Trouble | undefined> } | undefined;

  const check = (): Promise<Trouble | undefined> =>
    keychain.get(SERVICE, "nobody").then(
      () => undefined,
      (error: unknown) => {
        if (error instanceof BackendTrouble) return error;
        throw error;
      },
    );

  return {
    name: "keychain",
    title: "the keychain",
    faultOf(place) {
      const { service, account } = split(place);
      if (service === "" || account === "")
        return "must have a service and an account, as in keychain:<service>/<account>";
      // biome-ignore lint/suspicious/noControlCharactersInRegex: the check is for control characters
      return /[\u0000-\u001f\u007f]/.test(place) ? "must not contain control characters" : undefined;
    },
    refusal(place) {
      const { service } = split(place);
      if (service === KEYS) return "the entry is one of the keys of the vault";
      return service === SERVICE ? undefined : refusalOf(allowed, place, "the entry", "keychain");
    },
    trouble() {
      const now = performance.now();
      if (!found || now > found.until) found = { until: now + CHECK_CACHED_FOR, trouble: check() };
      return found.trouble;
    },
    read(place) {
      const { service, account } = split(place);
      return keychain.get(service, account);
    },
    writer: {
      placeFor: (id) => `${SERVICE}/${id}`,
      async write(place, secret) {
        const { service, account } = split(place);
        try {
          await keychain.set(service, account, secret);
          // Some keychains accept secrets that they cannot return unchanged.
          if ((await keychain.get(service, account)) === secret) return;
          throw new BackendTrouble({
            reason: "it does not return the secret that was stored",
            help: "Use the vault instead",
          });
        } catch (error) {
          if (error instanceof BackendTrouble)
            found = { until: performance.now() + REFUSED_FOR, trouble: Promise.resolve(error) };
          throw error;
        }
      },
      async remove(place) {
        const { service, account } = split(place);
        await keychain.remove(service, account);
      },
    },
  };
}

function split(place: string): { service: string; account: string } {
  const slash = place.indexOf("/");
  return slash < 0
    ? { service: place, account: "" }
    : { service: place.slice(0, slash), account: place.slice(slash + 1) };
}
