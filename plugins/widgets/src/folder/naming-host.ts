import { isGatewayError } from "@postern/core";

/**
 * Adds the name of the machine to errors about its folders. `host` is undefined unless gateways on other machines, with
 * other folders, use the store.
 */
export async function namingHost<T>(host: string | undefined, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (host === undefined || !isGatewayError(error) || !("host" in error.definition.data.properties)) throw error;
    throw error.definition({ ...(error.data as object), host });
  }
}
