import { createKinds, type Kinds } from "@postern/core/kinds";
import type { ResponderKind } from "./services.ts";

/** State that the operations and the worker of one gateway share. */
export interface State {
  readonly kinds: Kinds<ResponderKind>;
}

export const createState = (): State => ({ kinds: createKinds("responder") });
