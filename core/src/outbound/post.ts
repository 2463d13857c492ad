import { type Answer, exchange } from "./exchange.ts";
import { guardedLookup } from "./lookup.ts";
import { faultOf, isAllowedHost } from "./target.ts";
import { Unreachable } from "./unreachable.ts";

/** What is posted, where to, and within which limits. */
export interface Posting {
  readonly url: string;
  readonly body: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly allowPrivate: boolean;
  /** Milliseconds for all of it. */
  readonly timeout: number;
  readonly signal: AbortSignal;
  /** How many redirects are followed, 3 if absent; with none, the redirect is the answer. */
  readonly redirects?: number;
}

/** Posts a body and answers what came back, after redirects that keep the method; each target is judged anew. */
export async function post({
  url,
  body,
  headers,
  allowPrivate,
  timeout,
  signal,
  redirects = 3,
}: Posting): Promise<Answer> {
  const limit = AbortSignal.timeout(timeout);
  const setting = { lookup: guardedLookup(allowPrivate), signal: AbortSignal.any([signal, limit]) };
  let target = new URL(url);
  try {
    for (let followed = 0; ; followed++) {
      if (!isAllowedHost(target, allowPrivate))
        throw new Unreachable(`Nothing may be sent to ${target.hostname}`, { isFinal: true });
      const answer = await exchange(target, body, headers, setting);
      if (redirects === 0 || (answer.status !== 307 && answer.status !== 308)) return answer;
      if (followed === redirects) throw new Unreachable(`It redirects more than ${redirects} times`);
      target = nextTarget(target, answer.location);
    }
  } catch (error) {
    if (signal.aborted || !limit.aborted) throw error;
    throw new Unreachable(`No answer within ${timeout} ms`);
  }
}

function nextTarget(from: URL, location: string | undefined): URL {
  if (location === undefined || !URL.canParse(location, from.href))
    throw new Unreachable("It redirects without saying where to");
  const to = new URL(location, from);
  const fault = faultOf(to);
  if (fault !== undefined) throw new Unreachable(`It redirects to an address that ${fault}`, { isFinal: true });
  if (from.protocol === "https:" && to.protocol === "http:")
    throw new Unreachable("It redirects from https to http, where everybody could read along", { isFinal: true });
  return to;
}
