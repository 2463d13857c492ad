import { isGatewayError } from "@postern/core";
import { describe, expect, it } from "vitest";
import { createFilterLanguage } from "../../../plugins/rules/src/filter/language.ts";
import { MAX_EXPRESSION } from "../../../plugins/rules/src/filter/limits.ts";
import { viewOf } from "../../../plugins/rules/src/filter/view.ts";

const language = createFilterLanguage();

const event = (data: unknown, more: object = {}) =>
  viewOf({
    id: "7.1",
    type: "shop.order.created",
    time: "2026-01-31T10:00:00.000Z",
    source: "/shop",
    actor: "ctx_ann",
    data,
    ...more,
  });

const order = {
  amount: 150,
  price: 2.5,
  note: "Please hurry",
  tags: ["new", "gift"],
  buyer: { id: "user_1", kind: "guest" },
  lines: [
    { sku: "a", count: 1 },
    { sku: "b", count: 3 },
  ],
  isPaid: true,
  coupon: null,
};

const outcome = (expression: string, data: unknown = order, more?: object) =>
  language.compile(expression).test(event(data, more));

function faultOf(expression: string) {
  try {
    language.compile(expression);
  } catch (error) {
    if (isGatewayError(error)) return { status: error.status, code: error.code, ...(error.data as object) };
    throw error;
  }
  return undefined;
}

describe("a filter", () => {
  it.each([
    ["event.type == 'shop.order.created'", true],
    ["event.data.amount > 100 && event.data.amount <= 150", true],
    ["event.data.amount == 151", false],
    ["event.data.price * 2.0 == 5.0", true],
    ["int(event.data.amount) % 50 == 0", true],
    ["'gift' in event.data.tags", true],
    ["'buyer' in event.data", true],
    ["event.data.buyer.kind in ['guest', 'member']", true],
    ["has(event.data.missing)", false],
    ["has(event.data.missing) && event.data.missing > 1", false],
    ["event.data.lines.exists(line, line.count > 2)", true],
    ["event.data.lines.all(line, line.count > 2)", false],
    ["event.data.lines.exists_one(line, line.sku == 'a')", true],
    ["event.data.lines[1].sku == 'b'", true],
    ["event.data.lines == [{'sku': 'a', 'count': 1}, {'sku': 'b', 'count': 3}]", true],
    ["size(event.data.tags) == 2 && event.data.tags.size() == 2", true],
    ["event.data.note.lowerAscii().startsWith('please') && event.data.note.contains('hurry')", true],
    ["event.data.isPaid ? event.data.coupon == null : false", true],
    ["!(event.data.amount == 1)", true],
    ["timestamp(event.time) > timestamp('2026-01-01T00:00:00Z')", true],
    ["timestamp(event.time) - timestamp('2026-01-31T09:00:00Z') == duration('1h')", true],
    ["event.subject == ''", true],
    ["event.depth == 0 && event.correlationId == event.id", true],
    ["event.actor == 'ctx_ann' // who did it", true],
    ["event.data", "must be true or false"],
  ])("%s is %s", (expression, expected) => {
    const found = outcome(expression);
    if (typeof expected === "boolean") expect(found).toEqual({ isMatch: expected });
    else expect(found).toEqual({ isMatch: false, error: expect.stringContaining(expected) });
  });

  it.each([
    ["event.data.missing == 1", "No such key: missing at character 12"],
    ["event.data.buyer.kind > 3", "no such overload"],
    ["event.data.lines[7].sku == 'a'", "at character"],
    ["event.data.constructor == 1", "No such key: constructor"],
    ["event.data.__proto__ == 1", "No such key: __proto__"],
    ["1 / (int(event.data.amount) - 150) == 1", "division by zero"],
  ])("%s does not match and says why", (expression, error) => {
    expect(outcome(expression)).toEqual({ isMatch: false, error: expect.stringContaining(error) });
  });

  it.each([
    ["event.data.amount >", 20, "ends too early"],
    ["event..data", 7, "Expected IDENTIFIER"],
    ["evnt.data.x == 1", 1, "evnt"],
    ["event.typ == 'x'", 7, "typ"],
    ["event.data.note.matches('a+')", 1, "matches"],
    ["event.data.tags.map(t, t) == []", 1, "map"],
    ["event.data.tags.filter(t, t == 'x').size() > 0", 1, "filter"],
    ["cel.bind(x, event.data, x == x)", 1, "bind"],
    ["event.data.note.split(',') == []", 1, "split"],
    ["event.data.tags.exists(event, true)", 24, "event"],
    ["b'abc' == b'abc'", 1, "bytes"],
    ["duration(event.data.note) > duration('1h')", 10, "literal"],
    ["[1, 2]", 1, "true or false"],
    ["size(1, 2) == 1", 1, "size"],
    ["1 + 'a' == 2", 1, "no such overload"],
    ["int == int", 1, "int"],
    ["event.?data == 1", 7, "QUESTION"],
    ["", 1, "empty"],
  ])("%s is refused at character %i", (expression, position, reason) => {
    expect(faultOf(expression)).toMatchObject({
      status: 400,
      code: "rules.filter_invalid",
      position,
      reason: expect.stringContaining(reason),
    });
  });

  it("has at most 2,000 characters, and is not nested without end", () => {
    expect(MAX_EXPRESSION).toBe(2_000);
    expect(outcome(`${"!".repeat(200)}true`)).toEqual({ isMatch: true });
    expect(faultOf(`${"!".repeat(1_990)}true`)).toMatchObject({ reason: expect.stringContaining("nested") });
    expect(faultOf(`${"(".repeat(900)}true${")".repeat(900)}`)).toMatchObject({
      reason: expect.stringContaining("nested"),
    });
    expect(faultOf(`event.data.x == [${"1,".repeat(900)}1]`)).toMatchObject({ code: "rules.filter_invalid" });
    expect(faultOf(`true${" ".repeat(2_000)}`)).toMatchObject({ reason: expect.stringContaining("2000") });
  });
});

const many = Array.from({ length: 8_000 }, (_, n) => n);

describe("a filter that takes many steps", () => {
  it("does not match and says so, after the same number of steps on every machine", () => {
    const nested = "event.data.l.all(a, event.data.l.all(b, a + b >= 0))";
    for (let n = 0; n < 3; n++)
      expect(outcome(nested, { l: many })).toEqual({
        isMatch: false,
        error: "The filter takes more than 30000 steps for this event",
      });
    expect(outcome("event.data.l.all(x, x >= 0)", { l: many.slice(0, 5_000) })).toEqual({ isMatch: true });
  });

  it.each([
    ["an error that is swallowed", "event.data.l.exists(x, event.data.y == 1) || true"],
    ["a comparison of large values", "event.data.l.all(x, event.data == event.data)"],
    ["a comparison of long texts", "event.data.l.all(x, event.data.t != event.data.t + 'a')"],
    ["a longer list in each turn", "event.data.l.all(x, size(event.data.l + event.data.l) > 0)"],
  ])("counts %s", (_title, expression) => {
    const data = { l: many, t: "a".repeat(100_000) };
    expect(outcome(expression, data)).toMatchObject({ isMatch: false, error: expect.stringContaining("30000 steps") });
  });

  it("searches texts only for short ones", () => {
    const data = { a: "a".repeat(300), b: "a".repeat(251), c: "a".repeat(250) };
    expect(outcome("event.data.a.contains(event.data.c)", data)).toEqual({ isMatch: true });
    expect(outcome("event.data.a.contains(event.data.b) || true", data)).toEqual({
      isMatch: false,
      error: "contains() was called with more than 250 characters",
    });
  });

  it("is not evaluated for an event with too many values or levels", () => {
    const deep = (levels: number): unknown => (levels === 0 ? 1 : { d: deep(levels - 1) });
    expect(outcome("true", { l: Array.from({ length: 10_000 }, () => 0) })).toEqual({
      isMatch: false,
      error: "The event has more than 10000 values, which is too many for a filter",
    });
    expect(outcome("true", deep(100))).toEqual({
      isMatch: false,
      error: "The event has more than 64 levels, which is too many for a filter",
    });
  });
});
