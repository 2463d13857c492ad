import { permanent } from "@postern/channels/services";
import { boundedFetch } from "@postern/core/outbound";
import { Api } from "grammy";

/** Seconds that the Bot API may keep us waiting for updates. */
export const LONG_POLL = 25;
/** Milliseconds for everything, waiting included. */
const TIMEOUT = (LONG_POLL + 10) * 1_000;
const MOST_READ = 16 * 2 ** 20;

/** The Bot API of a bot. The token is part of each address, so no failure's own words are shown. */
export function botApi(secret: string, apiRoot?: string): Api {
  const token = secret.trim();
  if (!/^\d{1,20}:[A-Za-z0-9_-]{20,100}$/.test(token))
    throw permanent("The secret of the connection must be a bot's token as @BotFather gives it, like 123456:ABC-…");
  const root = apiRoot?.replace(/(?<!\/)\/+$/, "");
  return new Api(token, {
    ...(root !== undefined && { apiRoot: root }),
    // Types of another fetch, whose part that is used is the same.
    fetch: boundedFetch({ timeout: TIMEOUT, mostBytes: MOST_READ }) as never,
    timeoutSeconds: TIMEOUT / 1_000 + 5,
  });
}
