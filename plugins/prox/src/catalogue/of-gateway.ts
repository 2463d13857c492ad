import type { GatewayView } from "@postern/core";
import { type Catalogue, createCatalogue } from "./catalogue.ts";
import { inbound } from "./inbound.ts";
import { outbound } from "./outbound.ts";

const catalogues = new WeakMap<GatewayView, Catalogue>();

/** Begins a gateway's catalogue anew, with the profiles that come with Postern. */
export function openCatalogue(gateway: GatewayView): Catalogue {
  const catalogue = createCatalogue([...inbound, ...outbound]);
  catalogues.set(gateway, catalogue);
  return catalogue;
}

/** The catalogue of a gateway, which its setup has opened. */
export const catalogueOf = (gateway: GatewayView): Catalogue => catalogues.get(gateway) as Catalogue;
