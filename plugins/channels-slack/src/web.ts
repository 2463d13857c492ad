import { boundedFetch } from "@postern/core/outbound";
import { type Logger, LogLevel, WebClient, type WebClientOptions } from "@slack/web-api";

const TIMEOUT = 10_000;
const MOST_READ = 4 * 2 ** 20;

/** The library's own words hold what people write, and addresses; what matters comes as an error. */
export const quiet: Logger = {
  debug: () => {},
  info: () => {},
  warn: () => {},
  error: () => {},
  setLevel: () => {},
  getLevel: () => LogLevel.ERROR,
  setName: () => {},
};

/** How the Web API is spoken to: once, for trying again is the fleet's work, and by nobody's leave elsewhere. */
export const webOptions = (apiUrl?: string): WebClientOptions => ({
  ...(apiUrl !== undefined && { slackApiUrl: apiUrl }),
  allowAbsoluteUrls: false,
  retryConfig: { retries: 0 },
  rejectRateLimitedCalls: true,
  fetch: patient,
});

export const webClient = (token: string, apiUrl?: string): WebClient =>
  new WebClient(token, { ...webOptions(apiUrl), logger: quiet });

const ask = boundedFetch({ timeout: TIMEOUT, mostBytes: MOST_READ });

/** Slack may ask to wait without saying how long; the library would take that for a failure. */
const patient: typeof fetch = async (input, init) => {
  const response = await ask(input, init);
  if (response.status !== 429 || /^\d+$/.test(response.headers.get("retry-after") ?? "")) return response;
  return new Response(null, { status: 429, headers: { "retry-after": "30" } });
};
