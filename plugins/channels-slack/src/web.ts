import { boundedFetch, type HostRule } from "@postern/kit/outbound";
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

/** How the API of a workspace is reached. */
export interface Reached {
  /** URL of the Web API; Slack's by default. */
  readonly apiUrl?: string | undefined;
  /** The hosts that may be reached. */
  readonly hosts: HostRule;
}

/** Options of the Web API: no retries, because the runner retries, and no requests to other hosts. */
export const webOptions = ({ apiUrl, hosts }: Reached): WebClientOptions => ({
  ...(apiUrl !== undefined && { slackApiUrl: apiUrl }),
  allowAbsoluteUrls: false,
  retryConfig: { retries: 0 },
  rejectRateLimitedCalls: true,
  fetch: fetchWithDelay(boundedFetch({ to: hosts, timeout: TIMEOUT, mostBytes: MAX_READ })),
});

export const webClient = (token: string, reached: Reached): WebClient =>
  new WebClient(token, { ...webOptions(reached), logger: silentLogger });

/** If Slack answers 429 without a delay, the library treats it as a failure: a delay is added. */
const fetchWithDelay =
  (ask: typeof fetch): typeof fetch =>
  async (input, init) => {
    const response = await ask(input, init);
    if (response.status !== 429 || /^\d+$/.test(response.headers.get("retry-after") ?? "")) return response;
    return new Response(null, { status: 429, headers: { "retry-after": "30" } });
  };
