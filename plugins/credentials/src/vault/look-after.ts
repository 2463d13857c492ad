import type { Duty, Host } from "@postern/core";
import { saidOf } from "../backends/backend.ts";
import { type OurHost, safeOf } from "../safe.ts";

const name = "credentials.vault";
const EVERY = 60 * 60 * 1000;

let trouble: string | undefined;

/** Goes on with what was cut short, and says at once what whoever wants a secret would find out later: at the start, and each hour. */
async function lookAfter({ services, log }: OurHost): Promise<void> {
  const { vault } = safeOf(services).backends;
  try {
    const found = await vault?.trouble();
    trouble = found && saidOf(found, "the vault");
    if (trouble !== undefined) log.warn({ reason: trouble }, "The vault cannot be used; connections can be listed");
    else if (await vault?.resume()) log.info({}, "A change of the vault's key that was cut short is done now");
  } catch (error) {
    trouble = error instanceof Error ? error.message : String(error);
    log.warn({ reason: trouble }, "The vault could not be looked after");
  }
}

export const lookAfterVault: Duty<readonly []> = {
  name,
  operations: [],
  events: [],
  start(host: Host) {
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
  state: () => ({ name, waiting: 0, running: 0, dead: 0, ...(trouble !== undefined && { trouble }) }),
};
