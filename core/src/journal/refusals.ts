import type { GatewayError } from "../define/error.ts";
import { requestsRefused } from "../define/journal.ts";

const MINUTE = 60_000;
/** How many contexts and codes are counted separately. The rest is counted together. */
const MAX_COUNT = 1_000;

interface Count {
  readonly contextId?: string;
  readonly code: string;
  readonly status: number;
  readonly since: number;
  count: number;
}

type Reported = Count & { readonly until: number };

/**
 * Counts refused requests and reports them once a minute, so that a flood of requests does not become a flood of
 * events.
 */
export function countRefusals(
  now: () => number,
  report: (events: { event: typeof requestsRefused; data: Reported }[]) => Promise<void>,
) {
  let counts = new Map<string, Count>();
  let timer: NodeJS.Timeout | undefined;

  async function flush(): Promise<void> {
    clearTimeout(timer);
    timer = undefined;
    const until = now();
    const reported = [...counts.values()].map((data) => ({ event: requestsRefused, data: { ...data, until } }));
    counts = new Map();
    if (reported.length > 0) await report(reported);
  }

  return {
    note(error: GatewayError): void {
      const { code, status } = error;
      if (status !== 401 && status !== 403) return;
      const whose = counts.size < MAX_COUNT ? error.contextId : undefined;
      const key = `${whose ?? ""} ${code}`;
      const found = counts.get(key);
      if (found) found.count++;
      else counts.set(key, { ...(whose !== undefined && { contextId: whose }), code, status, since: now(), count: 1 });
      timer ??= setTimeout(() => void flush(), MINUTE).unref();
    },
    stop: flush,
  };
}
