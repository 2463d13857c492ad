import diff from "microdiff";

const MAX_CHANGES = 100;

export interface PlanChange {
  path: string;
  before?: unknown;
  after?: unknown;
}

/** How a plan differs from the one that was shown, at most a hundred differences. */
export function changesBetween(before: unknown, after: unknown): PlanChange[] {
  const found = diff({ plan: before } as object, { plan: after } as object);
  return found.slice(0, MAX_CHANGES).map((one) => ({
    path: one.path.slice(1).join(".") || "plan",
    ...(one.type !== "CREATE" && { before: one.oldValue }),
    ...(one.type !== "REMOVE" && { after: one.value }),
  }));
}
