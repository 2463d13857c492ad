import type { PluginContext } from "@postern/core";
import type { SyncDomain } from "@postern/core/sync";

/** What the operations and the background work of one gateway share. */
export interface State {
  /** What groups have registered. */
  readonly domains: Map<string, SyncDomain>;
  /** Calls back each time that a group registers. */
  onRegister(listener: () => void): () => void;
  register(domain: SyncDomain): () => void;
  /** How often something was committed, of which this process has heard. */
  commits(): number;
  /** Waits until that is no longer `seen`, for so many milliseconds at most, or until the signal aborts. */
  nextCommit(seen: number, limit: number, signal: AbortSignal): Promise<void>;
  readonly callerOf: PluginContext["callerOf"];
}

/** The list that has the groups whose records can be exchanged. */
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
      if (domains.has(domain.id)) throw new Error(`Records of ${domain.id} are registered for sync already`);
      domains.set(domain.id, domain);
      for (const listener of listeners) listener();
      return () => {
        if (domains.get(domain.id) === domain) domains.delete(domain.id);
      };
    },
  };
}
