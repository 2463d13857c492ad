import type { AdapterContext } from "../services.ts";

/** Named reasons why an adapter is degraded. They are reported as one reason until none is left. */
export interface Troubles {
  set(name: string, reason: string): void;
  clear(name: string): void;
  /** Reports the current reasons again, for a listener that was added later. */
  report(): void;
}

export function createTroubles({ degraded, well }: Pick<AdapterContext, "degraded" | "well">): Troubles {
  const reasons = new Map<string, string>();
  const report = () => {
    if (reasons.size === 0) return well();
    const text = [...reasons.values()].slice(0, 5).join("; ");
    degraded(reasons.size > 5 ? `${text}; and ${reasons.size - 5} more` : text);
  };
  return {
    set(name, reason) {
      if (reasons.get(name) === reason) return;
      reasons.set(name, reason);
      report();
    },
    clear(name) {
      if (reasons.delete(name)) report();
    },
    report: () => {
      if (reasons.size > 0) report();
    },
  };
}
