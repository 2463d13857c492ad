import type { AdapterContext } from "../services.ts";

/** Named reasons why an adapter is degraded. They are reported as one reason until none is left. */
export interface Troubles {
  set(name: string, reason: string): void;
  clear(name: string): void;
  /** Reports the current reasons again, for a listener that was added later. */
  tell(): void;
}

export function createTroubles({ degraded, well }: Pick<AdapterContext, "degraded" | "well">): Troubles {
  const reasons = new Map<string, string>();
  const tell = () => {
    if (reasons.size === 0) return well();
    const told = [...reasons.values()].slice(0, 5).join("; ");
    degraded(reasons.size > 5 ? `${told}; and ${reasons.size - 5} more` : told);
  };
  return {
    set(name, reason) {
      if (reasons.get(name) === reason) return;
      reasons.set(name, reason);
      tell();
    },
    clear(name) {
      if (reasons.delete(name)) tell();
    },
    tell: () => {
      if (reasons.size > 0) tell();
    },
  };
}
