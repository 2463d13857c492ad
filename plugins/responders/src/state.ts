import { createKinds, type Kinds } from "@postern/kit/kinds";
import type { ResponderKind } from "./services.ts";

/** State that the operations and the worker of one gateway share. */
export interface State {
  readonly kinds: Kinds<ResponderKind>;
  /** Ids of the turns that this process is answering. */
  readonly answering: Set<string>;
}

export const createState = (): State => ({ kinds: createKinds("responder"), answering: new Set() });
