import { gatewayErrors } from "@postern/core";
import type { AdapterRecord } from "../collections.ts";
import type { Place } from "../services.ts";
import type { State } from "../state.ts";

/** Resolves a conversation name as the platform defines it. Throws 400 if the platform cannot have such a name. */
export function resolvePlace({ kinds }: State, adapter: AdapterRecord, given: Place): Place {
  const kind = kinds.find(adapter.kind);
  if (!kind?.placeOf) return given;
  const place = kind.placeOf(given.id, adapter.config);
  if (place) return place;
  const message = `must be a valid ${kind.title} name of a person or room`;
  throw gatewayErrors.InvalidInput({ issues: [{ path: "/place", code: "place", message }] });
}
