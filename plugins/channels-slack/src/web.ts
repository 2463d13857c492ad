import { boundedFetch } from "@postern/kit/outbound";
import { type Logger, LogLevel, WebClient, type WebClientOptions } from "@slack/web-api";

const TIMEOUT = 10_000;
const MAX_READ = 4 * 2 ** 20;

/** Silences the library, which logs message texts and URLs. Relevant failures come as errors. */
export const silentLogger: Logger = {
  debug: () => {},
  info: () => {},
  warn: () => {},
  error: () => {},
  setLevel: () => {},
  getLevel: () => LogLevel.ERROR,
  setName: () => {},
};

/** Options of the Web API: no retries, because the runner retries, and no requests to other hosts. */
export const webOptions = (apiUrl?: string): WebClientOptions => ({
  ...(apiUrl !== undefined && { slackApiUrl: apiUrl }),
  allowAbsoluteUrls: false,
  retryConfig: { retries: 0 },
  rejectRateLimitedCalls: true,
  fetch: fetchWithDelay,
});

export const webClient = (token: string, apiUrl?: string): WebClient =>
  new WebClient(token, { ...webOptions(apiUrl), logger: silentLogger });

const ask = boundedFetch({ timeout: TIMEOUT, mostBytes: MAX_READ });

/** If Slack answers 429 without a delay, the library treats it as a failure: a delay is added. */
const fetchWithDelay: typeof fetch = async (input, init) => {
  const response = await ask(input, init);
  if (response.status !== 429 || /^\d+$/.test(response.headers.get("retry-after") ?? "")) return response;
  return new Response(null, { status: 429, headers: { "retry-after": "30" } });
};
