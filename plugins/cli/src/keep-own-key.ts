import type { OperationEntry } from "@postern/core";
import { presentationOf } from "@postern/core/presentation";
import type { Io } from "./io.ts";
import type { Reply } from "./remote.ts";
import { savedKeysFile, saveKey } from "./saved-keys.ts";
import type { Settings } from "./settings.ts";

/**
 * Saves a new key of the caller in place of the one that it replaces, which the gateway refuses from now on. A key that
 * was set by the caller is theirs to replace.
 */
export function keepOwnKey({ status, text }: Reply, { output }: OperationEntry, settings: Settings, io: Io): void {
  const members = Object.entries((output.properties ?? {}) as Readonly<Record<string, object>>);
  const [member, schema] = members.find(([, one]) => presentationOf(one).ownKey !== undefined) ?? [];
  const { ownKey: flag } = presentationOf(schema);
  if (status !== 200 || member === undefined || flag === undefined) return;
  const answer = JSON.parse(text) as Readonly<Record<string, unknown>>;
  const key = answer[member];
  if (typeof key !== "string" || answer[flag] !== true) return;
  const { token, home, data } = settings;
  if (token === undefined) saveKey(home, data, key);
  const note =
    token === undefined ? `The new key is saved in ${savedKeysFile(home)}` : "Set POSTERN_TOKEN to the new key";
  io.note(`${note}\n`);
}
