import { quoted } from "@postern/client/command-line";
import type { Gateway } from "@postern/core";
import { confirm } from "../confirm.ts";
import { isInitialised, markInitialised, prepareFolder, usesAnotherStore } from "../data-folder.ts";
import { Exit, type ExitCode, Refusal } from "../exit.ts";
import { hasAdmin } from "../has-admin.ts";
import type { Io } from "../io.ts";
import { openGateway } from "../open-gateway.ts";
import { refuseWhileServed } from "../running.ts";
import { savedKey, saveKey } from "../saved-keys.ts";
import type { Settings } from "../settings.ts";
import { DEFAULT_STORE, isInMemory, isOnServer, shownStore } from "../store.ts";

export interface InitFlags {
  force?: boolean;
  yes?: boolean;
  json?: boolean;
}

/**
 * Creates the store and its first key, an admin key. The key is shown only once. A folder with another store switches to
 * the one in the settings, which keeps its keys if it has any, as a copy made by `migrate` does.
 */
export async function init(
  settings: Settings,
  { force = false, yes = false, json }: InitFlags,
  io: Io,
): Promise<ExitCode> {
  if (isInMemory(settings))
    throw new Refusal("A store in memory cannot be initialised: it is lost when the process ends");
  const isSwitch = usesAnotherStore(settings);
  // Another gateway on the same server: the store has the keys of the first one.
  const isJoin = !isInitialised(settings) && isOnServer(settings);
  if (isSwitch) refuseWhileServed(settings.data);
  prepareFolder(settings);
  const gateway = await openGateway(settings, [], { mayBeEmpty: true });
  try {
    const hasAdmins = await hasAdmin(gateway);
    if ((isSwitch || isJoin) && hasAdmins && !force) return await switchStore(gateway, settings, json ?? false, io);
    if (force && hasAdmins && !yes)
      await confirm(`${settings.data} already has an admin key. Create another?`, "--yes", io);
    const { key, contextId } = await firstKey(gateway, settings, force);
    if (json) io.out(`${JSON.stringify({ key, context: contextId, data: settings.data })}\n`);
    else {
      io.note(
        `Initialised ${settings.data}. The admin key below is saved for this command line and shown only once:\n`,
      );
      io.out(`${key}\n`);
    }
    return Exit.done;
  } finally {
    await gateway.stop();
  }
}

/** Refuses a store that is not named, and one without the user's key, because commands could no longer be used. */
async function switchStore(gateway: Gateway, settings: Settings, json: boolean, io: Io): Promise<ExitCode> {
  const { data, home, token } = settings;
  const store = shownStore(settings);
  // A repeated "postern init" must not return to the store that the folder used before.
  if (settings.store === undefined) {
    throw new Refusal(
      `${data} uses another store. To switch to ${store}, run "postern init --data ${quoted(data)} --store ${DEFAULT_STORE}".`,
      Exit.conflict,
    );
  }
  const key = token ?? savedKey(home, data);
  if (key !== undefined && (await gateway.keys.recognize(key)) === undefined) {
    const shown = token === undefined ? "the saved key" : "the key in POSTERN_TOKEN";
    throw new Refusal(
      `The store ${store} does not contain ${shown}. Set POSTERN_TOKEN to one of its keys, or use --force to create another admin key.`,
      Exit.conflict,
    );
  }
  markInitialised(settings);
  if (json) io.out(`${JSON.stringify({ data, store })}\n`);
  else io.note(`${data} now uses the store ${store}. Its keys are valid; no key was created.\n`);
  return Exit.done;
}

/**
 * Makes a new data folder usable: creates the first key, or none if it joins a store on a server that has an admin key.
 */
export async function beginFolder(gateway: Gateway, settings: Settings): Promise<string | undefined> {
  if (!isOnServer(settings) || !(await hasAdmin(gateway))) return (await firstKey(gateway, settings, false)).key;
  markInitialised(settings);
  return undefined;
}

/**
 * Creates the first key of a data folder and saves it for the command line; refuses if there is an active admin key.
 */
export async function firstKey(
  gateway: Gateway,
  settings: Settings,
  force: boolean,
): Promise<{ key: string; contextId: string }> {
  if (!force && (await hasAdmin(gateway))) {
    throw new Refusal(`${settings.data} already has an admin key. Use --force to create another.`, Exit.conflict);
  }
  const { key, context } = await gateway.keys.issue({ label: "admin", scopes: ["*"] });
  if (!isInMemory(settings)) {
    saveKey(settings.home, settings.data, key);
    markInitialised(settings);
  }
  return { key, contextId: context.id };
}
