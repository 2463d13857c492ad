import type { Migrations } from "../define/plugin.ts";
import { type Context, contexts } from "./keys.ts";
import { agentOf, agentPrincipal } from "./principals.ts";

const PAGE = 500;

/**
 * Gives each context from before principals one. A context without a parent, or below one with all rights, becomes a
 * principal of its own; others belong to that of their parent. An agent's contexts belong to the
 * agent. Ids ascend with time, so a parent comes before its children.
 */
export const addPrincipals: Migrations[number] = async ({ store }) => {
  const known = new Map<string, Pick<Context, "principal" | "scopes">>();
  for (let after: string | undefined, isMore = true; isMore; isMore = after !== undefined) {
    const page = await store.find(contexts, { limit: PAGE, ...(after !== undefined && { after }) });
    for (const context of page.items) {
      const above = context.parentId === undefined ? undefined : known.get(context.parentId);
      const inherited = above && !above.scopes.includes("*") ? above.principal : `user:${context.id}`;
      const principal = context.agentId === undefined ? inherited : agentPrincipal(context.agentId);
      const agentId = agentOf(principal);
      known.set(context.id, { principal, scopes: context.scopes });
      await store.put(contexts, { ...context, principal, ...(agentId !== undefined && { agentId }) });
    }
    after = page.next;
  }
};
