import { Attempt, deliveries } from "./deliveries.ts";
import { Hook } from "./schemas.ts";

/** Schemas shared by several operations or events, under their names in generated clients. */
export const schemas = { HookDelivery: deliveries.item, HookDeliveryAttempt: Attempt, Hook };
