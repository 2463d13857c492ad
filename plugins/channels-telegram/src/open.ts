import { createIntake, createTroubles, openWithSecret, settledWithin } from "@postern/channels/kind";
import type { AdapterContext, Link } from "@postern/channels/services";
import { faultOf, openingError } from "./answers.ts";
import { botApi } from "./api.ts";
import type { Config } from "./config.ts";
import { createOutbound } from "./outbound.ts";
import { poll } from "./poll.ts";

const STORE_TIMEOUT = 3_000;
/** When the adapter is stopping, only events that are being stored are waited for. */
const STOP_TIMEOUT = 500;

/** Verifies the bot's token and starts receiving updates. */
export const openTelegram = (context: AdapterContext<Config>): Promise<Link> =>
  openWithSecret(context, (secret) => connect(context, secret));

async function connect(context: AdapterContext<Config>, secret: string): Promise<Link> {
  const api = botApi(secret, context.hosts, context.config.apiRoot);
  const ask = (signal: AbortSignal) =>
    api.raw.getMe(signal as never).catch((error: unknown) => {
      throw openingError(error);
    });
  const self = await ask(context.signal);
  if (!Number.isSafeInteger(self?.id)) throw new Error("Telegram did not answer with a valid Bot API response");

  const troubles = createTroubles(context);
  const intake = createIntake({ context, troubles, flow: () => {} });
  const ending = new AbortController();
  const end = () => ending.abort();
  let barred: string | undefined;
  const bar = (reason: string) => {
    barred ??= reason;
    end();
  };

  const closed = poll({ api, self: self.id, context, intake, troubles, signal: ending.signal }).then(async (why) => {
    context.signal.removeEventListener("abort", stop);
    intake.stop();
    return barred === undefined ? why : { reason: barred, permanent: true };
  });
  const close = async () => {
    end();
    // Waits a moment for a batch that is being stored. Otherwise it is delivered again.
    await settledWithin(context.signal.aborted ? STOP_TIMEOUT : STORE_TIMEOUT, closed);
    intake.stop();
    await closed;
  };
  const stop = () => void close();
  if (context.signal.aborted) stop();
  else context.signal.addEventListener("abort", stop, { once: true });

  return {
    closed,
    ping: async (signal) => {
      try {
        await api.raw.getMe(signal as never);
      } catch (error) {
        const fault = faultOf(error);
        if (fault.word === "barred") bar(fault.reason);
        // A rate limit is an answer, so the connection works.
        if (fault.word !== "limited") throw new Error(fault.reason);
      }
    },
    ...createOutbound(api, bar),
    close,
  };
}
