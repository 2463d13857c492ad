import { openGateway } from "../connection.ts";
import { initialise } from "../data-folder.ts";
import { Exit, type ExitCode, UsageError } from "../exit.ts";
import type { Io } from "../io.ts";
import { saveKey } from "../saved-keys.ts";
import type { Settings } from "../settings.ts";
import { isInMemory } from "../store.ts";

/** Makes the store and its first key, which may do everything. The key is shown here and never again. */
export async function init(settings: Settings, flags: { force?: boolean; json?: boolean }, io: Io): Promise<ExitCode> {
  const { key, contextId } = await firstKey(settings, flags.force ?? false);
  if (flags.json) io.out(`${JSON.stringify({ key, context: contextId, data: settings.data })}\n`);
  else {
    io.note(`Made ${settings.data}. This key may do everything; it is shown once, and saved for this command line:\n`);
    io.out(`${key}\n`);
  }
  return Exit.done;
}

/** The first key of a data folder; refuses where one that may do everything is alive, unless forced. */
export async function firstKey(settings: Settings, force: boolean): Promise<{ key: string; contextId: string }> {
  if (isInMemory(settings))
    throw new UsageError("A store in memory begins anew with each process: there is nothing to init");
  initialise(settings.data);
  const gateway = await openGateway(settings, []);
  try {
    const admins = await gateway.keys.admins();
    if (admins.length > 0 && !force) {
      throw new UsageError(`${settings.data} has a key that may do everything; --force makes another`, Exit.conflict);
    }
    const { key, context } = await gateway.keys.issue({ label: "admin", scopes: ["*"] });
    saveKey(settings.home, settings.data, key);
    return { key, contextId: context.id };
  } finally {
    await gateway.stop();
  }
}
