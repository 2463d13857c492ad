const TROUBLE = Symbol.for("postern.audio.trouble");

/** A failure with a message that callers may see. */
export interface Trouble extends Error {
  readonly code: string;
  /** No retry can succeed. */
  readonly isFinal?: boolean;
  /** Delay in ms that the provider requested. */
  readonly wait?: number;
  /** Affects all requests, so the worker is stopped. */
  readonly stops?: boolean;
}

/** Creates a failure. */
export const trouble = (
  code: string,
  message: string,
  more: Partial<Omit<Trouble, keyof Error | "code">> = {},
): Trouble => Object.assign(new Error(message.slice(0, 400)), { [TROUBLE]: true, code, ...more });

/** Creates a failure of a local engine, with paths of this machine removed. */
export const engineTrouble = (name: string, why: string): Trouble =>
  trouble("engine_failed", `${name} could not generate sound: ${why.replace(/(?<![\w:/.])\/[^\s'"]+/g, "…")}`);

export const isTrouble = (error: unknown): error is Trouble => error instanceof Error && TROUBLE in error;
