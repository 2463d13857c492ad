import type { Gateway } from "@postern/core";
import { confirm } from "../confirm.ts";
import { markInitialised, prepareFolder } from "../data-folder.ts";
import { Exit, type ExitCode, Refusal } from "../exit.ts";
import type { Io } from "../io.ts";
import { openGateway } from "../open-gateway.ts";
import { saveKey } from "../saved-keys.ts";
import type { Settings } from "../settings.ts";
import { isInMemory } from "../store.ts";

export interface InitFlags {
  force?: boolean;
  yes?: boolean;
  json?: boolean;
}

/** Creates the store and its first key, an admin key. The key is shown only once. */
export async function init(
  settings: Settings,
  { force = false, yes = false, json }: InitFlags,
  io: Io,
): Promise<ExitCode> {
  if (isInMemory(settings))
    throw new Refusal("A store in memory cannot be initialised: it is lost when the process ends");
  prepareFolder(settings);
  const gateway = await openGateway(settings, [], { mayBeEmpty: true });
  try {
    const isAnother = force && (await gateway.keys.admins()).length > 0;
    if (isAnother && !yes) await confirm(`${settings.data} already has an admin key. Create another?`, "--yes", io);
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

/**
 * Creates the first key of a data folder and saves it for the command line; refuses if there is an active admin key.
 */
export async function firstKey(
  gateway: Gateway,
  settings: Settings,
  force: boolean,
): Promise<{ key: string; contextId: string }> {
  if (!force && (await gateway.keys.admins()).length > 0) {
    throw new Refusal(`${settings.data} already has an admin key. Use --force to create another.`, Exit.conflict);
  }
  const { key, context } = await gateway.keys.issue({ label: "admin", scopes: ["*"] });
  if (!isInMemory(settings)) {
    saveKey(settings.home, settings.data, key);
    markInitialised(settings);
  }
  return { key, contextId: context.id };
}
