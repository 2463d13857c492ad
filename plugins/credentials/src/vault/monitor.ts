import type { PluginContext, Worker } from "@postern/core";
import { logFailure } from "@postern/core/background";
import { describeTrouble } from "../backends/backend.ts";
import type { OurHost } from "../host.ts";
import type { Vaults } from "./vaults.ts";

const name = "credentials.vault";
const EVERY = 60 * 60 * 1000;
/** Milliseconds between two looks at whether another host rotates the key of the vault in the store: one read. */
const LOOK_EVERY = 5_000;

const troubleOf = async ({ place, folder, store }: Vaults) => (place === "store" ? store.trouble() : folder?.trouble());

/**
 * Resumes an interrupted rotation and reports problems of the vault before a secret is needed. Runs at the start and
 * each hour.
 */
async function check({ state, log }: OurHost): Promise<void> {
  const { vault } = state.backends;
  try {
    const found = vault && (await troubleOf(vault));
    state.trouble = found && describeTrouble(found, "the vault");
    if (state.trouble !== undefined) log.warn({ reason: state.trouble }, "The vault cannot be used");
    else if (vault?.place === "folder" && (await vault.folder?.resume()))
      log.info({}, "Completed an interrupted rotation of the vault's key");
    // Also with the other place: a vault that was moved leaves markers in its folder, and secrets that are still there.
    if (vault?.place === "store") await vault.folder?.resume().catch(() => false);
    await vault?.store.follow(true);
  } catch (error) {
    state.trouble = error instanceof Error ? error.message : String(error);
    log.warn({ reason: state.trouble }, "Checking the vault failed");
  }
}

/** Follows rotations of other hosts, and notices a key that was copied to this one. */
async function look({ state, log, signal }: OurHost): Promise<void> {
  const { vault } = state.backends;
  try {
    await vault?.store.follow(false);
    if (vault?.place !== "store" || state.trouble === undefined) return;
    const found = await vault.store.trouble();
    state.trouble = found && describeTrouble(found, "the vault");
    if (!found) log.info({}, "The vault can be used again");
  } catch (error) {
    if (!signal.aborted) logFailure(log, error, {}, "Following the vault's key failed; it will be retried");
  }
}

export const monitorVault: Worker<readonly []> = {
  name,
  operations: [],
  events: [],
  start(given: PluginContext) {
    const host = given as OurHost;
    let work = check(host);
    const run = (step: typeof check) => () => {
      work = work.then(() => step(host));
    };
    const timers = [setInterval(run(check), EVERY)];
    if (host.state.isShared) timers.push(setInterval(run(look), LOOK_EVERY));
    for (const timer of timers) timer.unref();
    return () => {
      for (const timer of timers) clearInterval(timer);
      return work;
    };
  },
  state(host: PluginContext) {
    const { trouble } = (host as OurHost).state;
    return { name, waiting: 0, running: 0, dead: 0, ...(trouble !== undefined && { trouble }) };
  },
};
