import type { PluginContext, Worker } from "@postern/core";
import { describeTrouble } from "../backends/backend.ts";
import type { OurHost } from "../host.ts";

const name = "credentials.vault";
const EVERY = 60 * 60 * 1000;

/**
 * Resumes an interrupted rotation and reports problems of the vault before a secret is needed. Runs at the start and
 * each hour.
 */
async function check({ state, log }: OurHost): Promise<void> {
  const { vault } = state.backends;
  try {
    const found = await vault?.trouble();
    state.trouble = found && describeTrouble(found, "the vault");
    if (state.trouble !== undefined) log.warn({ reason: state.trouble }, "The vault cannot be used");
    else if (await vault?.resume()) log.info({}, "Completed an interrupted rotation of the vault's key");
  } catch (error) {
    state.trouble = error instanceof Error ? error.message : String(error);
    log.warn({ reason: state.trouble }, "Checking the vault failed");
  }
}

export const monitorVault: Worker<readonly []> = {
  name,
  operations: [],
  events: [],
  start(host: PluginContext) {
    let work = check(host as OurHost);
    const timer = setInterval(() => {
      work = work.then(() => check(host as OurHost));
    }, EVERY);
    timer.unref();
    return () => {
      clearInterval(timer);
      return work;
    };
  },
  state(host: PluginContext) {
    const { trouble } = (host as OurHost).state;
    return { name, waiting: 0, running: 0, dead: 0, ...(trouble !== undefined && { trouble }) };
  },
};
