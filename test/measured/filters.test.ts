import type { GatewayEvent } from "@postern/core";
import { describe, expect, it } from "vitest";
import { createFilterLanguage } from "../../plugins/rules/src/filter/language.ts";
import { viewOf } from "../../plugins/rules/src/filter/view.ts";

const language = createFilterLanguage();

const event = (data: unknown) =>
  viewOf({ id: "7.1", type: "x.y", time: "", source: "/x", actor: "ctx_1", data } satisfies GatewayEvent);

/** Milliseconds that the slowest of some evaluations took. */
function slowest(expression: string, data: unknown): number {
  const filter = language.compile(expression);
  const took = [1, 2, 3].map(() => {
    const view = event(data);
    const began = performance.now();
    filter.test(view);
    return performance.now() - began;
  });
  return Math.max(...took);
}

describe("a filter that tries to take long", () => {
  const many = Array.from({ length: 4_000 }, (_, n) => n);
  const wide = Object.fromEntries(many.map((n) => [`k${n}`, n]));
  const deep = (levels: number): unknown => (levels === 0 ? 1 : { d: deep(levels - 1) });
  const chains = (op: string, term: string) =>
    Array.from({ length: Math.floor(1_900 / (term.length + op.length)) }, () => term).join(op);
  const nested = (list: string, levels: number, inner: string): string =>
    levels === 0 ? inner : `${list}.all(v${levels}, ${nested(list, levels - 1, inner)})`;

  it.each<[string, string, unknown]>([
    ["nests macros", nested("event.data.l", 9, "true"), { l: many }],
    ["nests macros over a literal", nested("[1,2,3,4,5,6,7,8,9,10]", 9, "true"), {}],
    ["swallows the error of each turn", nested("event.data.l", 5, "event.data.x == 1 || false"), { l: many }],
    ["adds lists in a loop", "event.data.l.all(x, size(event.data.l + event.data.l + event.data.l) > 0)", { l: many }],
    ["adds lists many times", `size(${chains(" + ", "event.data.l")}) > 0`, { l: many }],
    ["adds texts many times", `(${chains(" + ", "event.data.t")}).contains('b')`, { t: "a".repeat(1_000_000) }],
    ["compares large values in a loop", "event.data.l.all(x, event.data == event.data)", { l: many, wide }],
    [
      "compares copies of large values",
      `[${chains(", ", "event.data.a")}] == [${"event.data.b, ".repeat(5)}event.data.b]`,
      { a: { ...wide }, b: { ...wide } },
    ],
    [
      "looks for a large value in a list",
      "event.data.l.all(x, event.data.w in event.data.m)",
      { l: many, w: { ...wide }, m: [wide] },
    ],
    ["counts members in a loop", "event.data.l.all(x, size(event.data.w) > 0)", { l: many, w: wide }],
    ["loops over members", nested("event.data", 6, "true"), wide],
    [
      "searches a text for a hard one",
      "event.data.a.contains(event.data.b)",
      { a: "a".repeat(1_000_000), b: `${"a".repeat(250_000)}b${"a".repeat(250_000)}` },
    ],
    ["searches a text many times", chains(" || ", "event.data.a.contains('aaaaaab')"), { a: "a".repeat(1_000_000) }],
    [
      "changes a long text many times",
      chains(" || ", "event.data.a.lowerAscii() == 'x'"),
      { a: "A".repeat(1_000_000) },
    ],
    ["measures a long text many times", chains(" || ", "size(event.data.a) == 1"), { a: "€".repeat(1_000_000) }],
    ["converts a long text", "int(event.data.a) == 1 || double(event.data.a) == 1.0", { a: "1".repeat(1_000_000) }],
    ["uses wrong types in a loop", "event.data.l.exists(x, event.data.w < 1 || event.data.w)", { l: many, w: wide }],
    ["reads a deep value", "event.data.d == event.data.d", { d: deep(60) }],
    ["reads a value that is too deep", "event.data.d == event.data.d", { d: deep(5_000) }],
    [
      "reads a value that is too wide",
      "event.data.l == event.data.l",
      { l: Array.from({ length: 1_000_000 }, () => 0) },
    ],
    ["computes with large numbers", `${chains(" * ", "9223372036854775807")} == 1`, {}],
  ])("%s, and is stopped within 50 ms", (_title, expression, data) => {
    expect(slowest(expression, data)).toBeLessThan(50);
  });
});
