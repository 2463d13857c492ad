const TROUBLE = Symbol.for("postern.audio.trouble");

/** Why something was not spoken, in words for whoever asked for it. */
export interface Trouble extends Error {
  readonly code: string;
  /** No further attempt can succeed. */
  readonly isFinal?: boolean;
  /** Milliseconds until the provider wants to be asked again. */
  readonly wait?: number;
  /** Nothing else can be spoken either, until somebody does something about it. */
  readonly stops?: boolean;
}

/** To throw where nothing was spoken. */
export const trouble = (
  code: string,
  message: string,
  more: Partial<Omit<Trouble, keyof Error | "code">> = {},
): Trouble => Object.assign(new Error(message.slice(0, 400)), { [TROUBLE]: true, code, ...more });

/** To throw where a program of this machine made no sound; where it stands on the machine is nobody's business. */
export const engineTrouble = (name: string, why: string): Trouble =>
  trouble("engine_failed", `${name} made no sound: ${why.replace(/(?<![\w:/.])\/[^\s'"]+/g, "…")}`);

export const isTrouble = (error: unknown): error is Trouble => error instanceof Error && TROUBLE in error;
