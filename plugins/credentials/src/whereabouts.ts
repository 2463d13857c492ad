import type { GatewayView } from "@postern/core";
import { isShared } from "@postern/core/process";

/** Where this gateway runs, and whether gateways on other machines share its store. */
export interface Whereabouts {
  /** The name of this machine. */
  readonly here: string;
  readonly isShared: boolean;
}

export const whereaboutsOf = (gateway: GatewayView): Whereabouts => ({
  here: gateway.host,
  isShared: isShared(gateway),
});
