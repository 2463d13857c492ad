import type { DryRun, PlanShape } from "@postern/client";
import type { Session } from "../session/session.ts";

/** An operation with its input. */
export interface Call {
  readonly operation: string;
  readonly input: Readonly<Record<string, unknown>>;
}

/** A plan that was shown and can be executed: exactly this one, or nothing. */
export interface ShownPlan {
  readonly plan: PlanShape | undefined;
  /** The answer, if there is nothing to do. */
  readonly answer?: unknown;
  execute(): Promise<unknown>;
}

interface Method {
  (input: unknown, options?: unknown): Promise<unknown>;
  plan(input: unknown): Promise<DryRun & ShownPlan>;
  propose(input: unknown, options: { reason?: string }): Promise<unknown>;
}

/** An operation by its id, also one that the console does not know. */
export function methodOf({ client }: Pick<Session, "client">, id: string): Method {
  let found = client as unknown as Record<string, unknown>;
  for (const part of id.split(".")) {
    const name = part.replaceAll(/-([a-z0-9])/g, (_, letter: string) => letter.toUpperCase());
    found = found[name] as Record<string, unknown>;
  }
  return found as unknown as Method;
}
