import type { AdapterContext } from "../services.ts";

/** What works less than it should, by name: several at once are told as one reason, and all is well once none is left. */
export interface Troubles {
  set(name: string, reason: string): void;
  clear(name: string): void;
  /** Tells again how it stands, for who began to listen just now. */
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
