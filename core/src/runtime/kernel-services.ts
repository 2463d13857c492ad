import type { Journal } from "../define/journal.ts";
import { defineService } from "../define/service.ts";
import type { StoreView } from "../storage/index.ts";

/** Always provided: all that happened. */
export const journalView = defineService<Journal>("gateway.journal");

/** Always provided. A plugin that needs it sees everything, digests of keys and stored secrets included. */
export const storeView = defineService<StoreView>("gateway.store");
