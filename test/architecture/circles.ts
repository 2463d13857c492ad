/** The circles of a graph, each as the nodes in it: its strongly connected parts of more than one node (Tarjan). */
export function circlesAmong(edges: ReadonlyMap<string, readonly string[]>): string[][] {
  const circles: string[][] = [];
  const found = new Map<string, { at: number; low: number; isOpen: boolean }>();
  const open: string[] = [];

  function visit(node: string): { at: number; low: number; isOpen: boolean } {
    const own = { at: found.size, low: found.size, isOpen: true };
    found.set(node, own);
    open.push(node);
    for (const next of edges.get(node) ?? []) {
      if (!edges.has(next)) continue;
      const known = found.get(next);
      if (!known) own.low = Math.min(own.low, visit(next).low);
      else if (known.isOpen) own.low = Math.min(own.low, known.at);
    }
    if (own.low !== own.at) return own;
    const part = open.splice(open.indexOf(node));
    for (const one of part) (found.get(one) as { isOpen: boolean }).isOpen = false;
    if (part.length > 1) circles.push(part.sort());
    return own;
  }

  for (const node of edges.keys()) if (!found.has(node)) visit(node);
  return circles;
}
