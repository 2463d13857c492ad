import type { PluginContext } from "@postern/core";
import type { SyncDomain } from "@postern/kit/sync";

/** State shared by the operations and workers of one gateway. */
export interface State {
  /** Domains that groups have registered, by id. */
  readonly domains: Map<string, SyncDomain>;
  /** Calls `listener` each time a group registers. */
  onRegister(listener: () => void): () => void;
  register(domain: SyncDomain): () => void;
  /** Number of commits that this process has seen. */
  commits(): number;
  /** Waits until the number differs from `seen`, for at most `limit` milliseconds or until the signal aborts. */
  nextCommit(seen: number, limit: number, signal: AbortSignal): Promise<void>;
  readonly callerOf: PluginContext["callerOf"];
  /** Whether this process has the lease, so that it is the one that exchanges with the linked gateway. */
  isExchanging: boolean;
}

/** Name of the offered list of groups that support sync. */
export const DOMAINS = "sync.domains";

export function createState(host: Pick<PluginContext, "onCommit" | "offer" | "callerOf">): State {
  const domains = new Map<string, SyncDomain>();
  const listeners = new Set<() => void>();
  const waiting = new Set<() => void>();
  let commits = 0;
  host.onCommit(() => {
    commits++;
    for (const wake of [...waiting]) wake();
  });
  host.offer(DOMAINS, () => [...domains.keys()]);
  return {
    domains,
    callerOf: host.callerOf,
    isExchanging: false,
    onRegister(listener) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    commits: () => commits,
    nextCommit(seen, limit, signal) {
      if (commits !== seen || signal.aborted) return Promise.resolve();
      return new Promise((resolve) => {
        const wake = () => {
          clearTimeout(timer);
          waiting.delete(wake);
          signal.removeEventListener("abort", wake);
          resolve();
        };
        const timer = setTimeout(wake, limit);
        timer.unref();
        waiting.add(wake);
        signal.addEventListener("abort", wake);
      });
    },
    register(domain) {
      if (domains.has(domain.id)) throw new Error(`The group "${domain.id}" is already registered for sync`);
      domains.set(domain.id, domain);
      for (const listener of listeners) listener();
      return () => {
        if (domains.get(domain.id) === domain) domains.delete(domain.id);
      };
    },
  };
}
