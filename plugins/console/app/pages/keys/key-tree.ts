import type { Context } from "@postern/client/api";

/** A key in the tree, with the number of its ancestors that are shown. */
export interface Branch {
  readonly context: Context;
  readonly depth: number;
  readonly parent: Context | undefined;
}

/** The keys in the order of a tree: each is followed by its descendants, oldest first. */
export function treeOf(contexts: readonly Context[]): readonly Branch[] {
  const known = new Map(contexts.map((context) => [context.id, context]));
  const below = new Map<string, Context[]>();
  for (const context of contexts) {
    const parent = context.parentId !== undefined && known.has(context.parentId) ? context.parentId : "";
    const siblings = below.get(parent);
    if (siblings) siblings.push(context);
    else below.set(parent, [context]);
  }
  const branches: Branch[] = [];
  const add = (parentId: string, depth: number): void => {
    for (const context of below.get(parentId) ?? []) {
      branches.push({ context, depth, parent: known.get(parentId) });
      add(context.id, depth + 1);
    }
  };
  add("", 0);
  return branches;
}
