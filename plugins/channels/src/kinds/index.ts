import type { AdapterKind } from "../services.ts";

/** The kinds that come with the group, in the order in which they are shown. */
export const builtInKinds: readonly AdapterKind[] = [];
