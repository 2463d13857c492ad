import type { PluginContext, Worker } from "@postern/core";
import { scanRecords } from "@postern/kit/paging";
import { canSeal, isElsewhere, resealed, type StoredSecret } from "@postern/kit/sealing";
import { type SecretRecord, secrets } from "./collections.ts";
import type { group } from "./group.ts";
import { placeOf } from "./secret.ts";

type OurHost = PluginContext<typeof group>;

const name = "hooks.secrets";
/** Repeated, because a keychain that is locked at the start may be unlocked later. */
const EVERY = 10 * 60 * 1000;

/**
 * Encrypts secrets stored in plain text or with a former key: at the start, after each rotation of the key, and every
 * ten minutes.
 */
export const sealSecrets: Worker<readonly []> = {
  name,
  operations: [],
  events: [],
  start(host: PluginContext) {
    const ours = host as OurHost;
    const { sealing } = ours.services;
    if (!canSeal(sealing)) return () => {};
    let work = Promise.resolve();
    const run = () => {
      work = work
        .then(() => sealAll(ours))
        .catch((error: unknown) => {
          if (!host.signal.aborted) host.log.warn({ error: String(error) }, "Webhook secrets could not be encrypted");
        });
    };
    run();
    const timer = setInterval(run, EVERY);
    timer.unref();
    const unsubscribe = sealing.onNewKey(run);
    return () => {
      unsubscribe();
      clearInterval(timer);
      return work;
    };
  },
  async state({ store }: PluginContext) {
    let plain = 0;
    for await (const record of scanRecords(store, secrets))
      plain += all(record).some(({ isSealed }) => !isSealed) ? 1 : 0;
    const subject = plain === 1 ? "1 webhook secret is" : `${plain} webhook secrets are`;
    const trouble = `${subject} not encrypted and protected only by the file permissions of the store. Enable the "credentials" plugin to encrypt them.`;
    return { name, waiting: 0, running: 0, dead: 0, ...(plain > 0 && { trouble }) };
  },
};

const all = ({ secret, former }: SecretRecord): readonly StoredSecret[] => [secret, ...former];

async function sealAll(host: OurHost): Promise<void> {
  const { store, services, log } = host;
  for await (const { hookId } of scanRecords(store, secrets)) {
    if (host.signal.aborted) return;
    try {
      await host.transact(async (ctx) => {
        const found = await ctx.store.get(secrets, hookId);
        if (!found) return;
        const { secret, former } = found;
        const place = placeOf(hookId);
        const next = {
          hookId,
          secret: await resealed(services.sealing, secret, place),
          former: await Promise.all(
            former.map(async ({ until, ...old }) => ({ ...(await resealed(services.sealing, old, place)), until })),
          ),
        };
        const isSame = all(next).every(({ text }, index) => text === all(found)[index]?.text);
        if (!isSame) await ctx.store.put(secrets, next);
      });
    } catch (error) {
      // A gateway on the host that has the key encrypts it.
      if (isElsewhere(error)) continue;
      log.warn({ hook: hookId, error: String(error) }, "A webhook secret could not be encrypted");
    }
  }
}
