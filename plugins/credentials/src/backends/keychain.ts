import type { Keychain } from "../keychain/keychain.ts";
import { type Backend, BackendTrouble, type Trouble } from "./backend.ts";

const SERVICE = "postern";
/** How long what was found holds: a locked keychain asks a person each time that somebody looks. */
const KNOWN_FOR = 3_000;
/** How long a refusal to take a secret counts: looking does not find out why it would refuse. */
const REFUSED_FOR = 60_000;

/** The system's keychain: the secret service on Linux, the Keychain on macOS, the Credential Manager on Windows. */
export function keychainBackend(keychain: Keychain): Backend {
  let found: { until: number; trouble: Promise<Trouble | undefined> } | undefined;

  const look = (): Promise<Trouble | undefined> =>
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
      if (service === "" || account === "") return "must name both, as in keychain:<service>/<account>";
      // biome-ignore lint/suspicious/noControlCharactersInRegex: these are what a name is not to hold
      return /[\u0000-\u001f\u007f]/.test(place) ? "must hold no control characters" : undefined;
    },
    trouble() {
      const now = performance.now();
      if (!found || now > found.until) found = { until: now + KNOWN_FOR, trouble: look() };
      return found.trouble;
    },
    read(place) {
      const { service, account } = split(place);
      return keychain.get(service, account);
    },
    keep: {
      placeFor: (id) => `${SERVICE}/${id}`,
      async write(place, secret) {
        const { service, account } = split(place);
        try {
          await keychain.set(service, account, secret);
          // Some keychains take what they cannot give back whole.
          if ((await keychain.get(service, account)) === secret) return;
          throw new BackendTrouble({ reason: "it does not give back what it took", help: "name the backend vault" });
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
