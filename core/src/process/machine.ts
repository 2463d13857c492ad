import { isGatewayError } from "../define/error.ts";
import type { GatewayView } from "../runtime/view.ts";

/** Whether gateways on other machines, with folders and secrets of their own, can use the store. */
export const isShared = ({ store }: Pick<GatewayView, "store">): boolean => store().guarantees.machines === "many";

/** The name of this gateway's machine, if gateways on others can use the store. */
export const ownMachine = (gateway: Pick<GatewayView, "host" | "store">): string | undefined =>
  isShared(gateway) ? gateway.host : undefined;

/** An error about a folder of this machine, with its name if the error has a place for it. */
export function withHost(host: string | undefined, error: unknown): unknown {
  if (host === undefined || !isGatewayError(error) || !("host" in error.definition.data.properties)) return error;
  return error.definition({ ...(error.data as object), host });
}

/** Adds the name of this machine to errors of work on its folders. */
export async function namingHost<T>(host: string | undefined, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    throw withHost(host, error);
  }
}
