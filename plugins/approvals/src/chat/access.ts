import { type Caller, keys, type Reads } from "@postern/core";

/** Whether a caller may see, change and remove an identity: it is its own, of a context below it, or it is an admin. */
export async function mayManage(
  store: Reads,
  caller: Caller,
  { contextId }: { readonly contextId: string },
): Promise<boolean> {
  if (caller.isAdmin || caller.contextId === contextId) return true;
  const context = await store.get(keys.contexts, contextId);
  return context?.ancestors.includes(caller.contextId) ?? false;
}
