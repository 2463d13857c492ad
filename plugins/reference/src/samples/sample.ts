/** The call that a sample shows. */
export interface Sampled {
  /** The address of the gateway, without a trailing slash. */
  readonly url: string;
  readonly id: string;
  readonly path: string;
  readonly input: Readonly<Record<string, unknown>>;
  /** The input with `execute`, if the operation only shows its plan without it. */
  readonly body: Readonly<Record<string, unknown>>;
  readonly executes: boolean;
}
