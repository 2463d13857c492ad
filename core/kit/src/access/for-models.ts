import { type Caller, isWithheld, type OperationEntry, type Property } from "@postern/core";

/** What a model gets only by name: words that it reads could make it use these, and the effect outlives the answer. */
const BY_NAME: readonly Property[] = ["gives-key", "gives-secret", "decides"];

interface Offer {
  readonly lasting?: "all" | "named";
}

/**
 * The properties of operations that a model gets only if a grant names them: as `withheld` of its caller they are refused
 * also where another operation would call them for it. With `lasting: "named"` what sets up lasting work too.
 */
export const withheldFromModels = ({ lasting = "all" }: Offer = {}): readonly Property[] =>
  lasting === "named" ? [...BY_NAME, "lasting"] : BY_NAME;

/** Whether an operation is offered to a model that calls with these rights. */
export const isForModels = (
  { chain }: Pick<Caller, "chain">,
  operation: Pick<OperationEntry, "id" | "properties">,
  offer?: Offer,
): boolean => !isWithheld(operation, { chain, withheld: withheldFromModels(offer) });
