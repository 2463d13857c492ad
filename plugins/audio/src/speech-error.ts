const BRAND = Symbol.for("postern.audio.trouble");

/** A failure with a message that callers may see. */
export interface SpeechError extends Error {
  readonly code: string;
  /** No retry can succeed. */
  readonly isFinal?: boolean;
  /** Delay in ms that the provider requested. */
  readonly wait?: number;
  /** Affects all requests, so the worker is stopped. */
  readonly stops?: boolean;
}

/** Creates a failure. */
export const speechError = (
  code: string,
  message: string,
  more: Partial<Omit<SpeechError, keyof Error | "code">> = {},
): SpeechError => Object.assign(new Error(message.slice(0, 400)), { [BRAND]: true, code, ...more });

/** Creates a failure of a local engine, with paths of this machine removed. */
export const engineError = (name: string, why: string): SpeechError =>
  speechError("engine_failed", `${name} could not generate sound: ${why.replace(/(?<![\w:/.])\/[^\s'"]+/g, "…")}`);

export const isSpeechError = (error: unknown): error is SpeechError => error instanceof Error && BRAND in error;
