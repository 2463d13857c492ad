import { gatewayErrors } from "@postern/core";
import type { AdapterRecord } from "../collections.ts";
import type { Place } from "../services.ts";
import type { State } from "../state.ts";

/** The conversation that somebody means by a name, as the platform has it; 400 where it can have none such. */
export function named({ kinds }: State, adapter: AdapterRecord, given: Place): Place {
  const kind = kinds.get(adapter.kind);
  if (!kind?.placeOf) return given;
  const place = kind.placeOf(given.id, adapter.config);
  if (place) return place;
  const message = `must be a name of somebody or of a room as ${kind.title} has them`;
  throw gatewayErrors.InvalidInput({ issues: [{ path: "/place", code: "place", message }] });
}
