import { BackendTrouble } from "../backends/backend.ts";
import type { KeyPlace } from "./keys.ts";

/** The place of the key works but does not contain the key, and no other host is known to have it. */
export class LostKey extends BackendTrouble {}

export const lostKey = (keyIn: KeyPlace["kind"]): LostKey =>
  new LostKey({
    reason: `its key is missing from ${keyIn === "keychain" ? "the keychain" : "the configuration folder"} or is the wrong one`,
    help: 'Restore the key. If it is lost, create a new one with "postern credentials vault rotate"; secrets encrypted with the lost key stay unreadable',
  });

/** This host does not have the key, but others do. */
export class KeyElsewhere extends BackendTrouble {
  override readonly keyHosts: { readonly here: string; readonly hosts: string[]; readonly file: string };

  constructor(here: string, hosts: string[], file: string) {
    super({
      reason: `its key is not on this host, but on ${hosts.map((host) => `"${host}"`).join(", ")}`,
      help: `Copy the file ${file} from the folder of the vault's keys there to that folder here, with mode 0600`,
    });
    this.keyHosts = { here, hosts, file };
  }
}
