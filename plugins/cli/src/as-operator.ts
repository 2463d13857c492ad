import { createCaller, type GatewayOptions, processCaller } from "@postern/core";

/**
 * Who calls a gateway in this process: for a person with all rights, the process stands above the key. Whoever runs it has
 * the files, so this gives no right that the files do not. It lets a person end a policy that nobody is left to decide about.
 */
export function asOperator(token: string): GatewayOptions<never>["authenticate"] {
  return async (_request, keys) => {
    const caller = await keys.recognize(token);
    if (!caller?.isAdmin || caller.agentId !== undefined) return undefined;
    return createCaller({ ...caller, lineage: [...caller.lineage, processCaller.contextId] });
  };
}
