import { guardedLookup } from "../target/lookup.ts";
import { Unreachable } from "../target/unreachable.ts";
import { faultOf, isAllowedHost } from "../target/url.ts";
import { type Answer, exchange } from "./exchange.ts";

export interface Posting {
  readonly url: string;
  readonly body: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly allowPrivate: boolean;
  /** Milliseconds for all of it. */
  readonly timeout: number;
  readonly signal: AbortSignal;
}

const MOST_REDIRECTS = 3;

/** Posts a body and answers what came back, after at most three redirects that keep the method; each target is judged anew. */
export async function post({ url, body, headers, allowPrivate, timeout, signal }: Posting): Promise<Answer> {
  const limit = AbortSignal.timeout(timeout);
  const setting = { lookup: guardedLookup(allowPrivate), signal: AbortSignal.any([signal, limit]) };
  let target = new URL(url);
  try {
    for (let redirects = 0; ; redirects++) {
      if (!isAllowedHost(target, allowPrivate))
        throw new Unreachable(`Hooks may not go to ${target.hostname}`, { isFinal: true });
      const answer = await exchange(target, body, headers, setting);
      if (answer.status !== 307 && answer.status !== 308) return answer;
      if (redirects === MOST_REDIRECTS) throw new Unreachable(`It redirects more than ${MOST_REDIRECTS} times`);
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
