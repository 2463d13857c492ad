import { secretRejected } from "@postern/channels/services";
import { boundedFetch, type HostRule } from "@postern/kit/outbound";
import { Api } from "grammy";

/** Seconds that the Bot API may wait for updates. */
export const LONG_POLL = 25;
/** Timeout of any request in milliseconds, including the long poll. */
const TIMEOUT = (LONG_POLL + 10) * 1_000;
const MAX_READ = 16 * 2 ** 20;

/** The Bot API client of a bot. The token is part of each URL, so the text of errors is not shown. */
export function botApi(secret: string, to: HostRule, apiRoot?: string): Api {
  const token = secret.trim();
  if (!/^\d{1,20}:[A-Za-z0-9_-]{20,100}$/.test(token))
    throw secretRejected("The connection's secret must be a bot token from @BotFather, such as 123456:ABC-…");
  const root = apiRoot?.replace(/(?<!\/)\/+$/, "");
  return new Api(token, {
    ...(root !== undefined && { apiRoot: root }),
    // grammY's types are of another fetch implementation.
    fetch: boundedFetch({ to, timeout: TIMEOUT, mostBytes: MAX_READ }) as never,
    timeoutSeconds: TIMEOUT / 1_000 + 5,
  });
}
