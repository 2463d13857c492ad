import type { PluginContext, Worker } from "@postern/core";
import { saidOf } from "../backends/backend.ts";
import type { OurHost } from "../host.ts";

const name = "credentials.vault";
const EVERY = 60 * 60 * 1000;

/** Goes on with what was cut short, and says at once what whoever wants a secret would find out later: at the start, and each hour. */
async function lookAfter({ state, log }: OurHost): Promise<void> {
  const { vault } = state.backends;
  try {
    const found = await vault?.trouble();
    state.trouble = found && saidOf(found, "the vault");
    if (state.trouble !== undefined)
      log.warn({ reason: state.trouble }, "The vault cannot be used; connections can be listed");
    else if (await vault?.resume()) log.info({}, "A change of the vault's key that was cut short is done now");
  } catch (error) {
    state.trouble = error instanceof Error ? error.message : String(error);
    log.warn({ reason: state.trouble }, "The vault could not be looked after");
  }
}

export const lookAfterVault: Worker<readonly []> = {
  name,
  operations: [],
  events: [],
  start(host: PluginContext) {
    let work = lookAfter(host as OurHost);
    const timer = setInterval(() => {
      work = work.then(() => lookAfter(host as OurHost));
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
