import type { Span } from "./condition.ts";

/**
 * The index ranges of conditions that must all hold: ranges of one property are narrowed to one. A row has one value in
 * such a property, because a property with several values has no order.
 */
export function intersectSpans(spans: readonly Span[]): Span[] {
  const kept = new Map<string, Span>();
  for (const span of spans) {
    const place = span.prefix.join(" ");
    const other = kept.get(place);
    kept.set(place, other ? { ...span, ...narrowest(other, span), exact: other.exact && span.exact } : span);
  }
  return [...kept.values()];
}

function narrowest(a: Span, b: Span): Pick<Span, "from" | "to"> {
  const from = [a.from, b.from].filter((one) => one !== undefined).sort();
  const to = [a.to, b.to].filter((one) => one !== undefined).sort();
  return { ...(from.length > 0 && { from: from.at(-1) as string }), ...(to.length > 0 && { to: to[0] as string }) };
}
