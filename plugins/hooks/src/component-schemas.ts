import { Attempt, deliveries } from "./deliveries.ts";
import { Hook } from "./schemas.ts";

/** Schemas that several operations or events share, under the names that generated clients give them. */
export const schemas = { HookDelivery: deliveries.item, HookDeliveryAttempt: Attempt, Hook };
