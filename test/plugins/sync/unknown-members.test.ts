import { T } from "@postern/core";
import { defineSyncDomain, defineSyncKind } from "@postern/kit/sync";
import { describe, expect, it } from "vitest";
import { difference, isDeclared, overlaid, type Schema } from "../../../plugins/sync/src/records/overlay.ts";

describe("fields that this version does not know", () => {
  const known = { name: "x", place: { city: "y" }, options: [{ id: "a" }, { id: "b" }], steps: [{ n: 1 }, { n: 1 }] };
  const whole = {
    ...known,
    "a/b": 1,
    place: { city: "y", zip: 2 },
    options: [{ id: "a", weight: 3 }, { id: "b" }],
    steps: [{ n: 1 }, { n: 1, more: [4], "~": 5 }],
  };

  it("are restored at their places", () => {
    expect(overlaid(known, difference(whole, known))).toEqual(whole);
    expect(difference(known, known)).toEqual({});
  });

  it("follow a list item by its id or content and are dropped with it", () => {
    const extra = difference(whole, known);
    const changed = { ...known, name: "z", options: [{ id: "c" }, { id: "a", label: "new" }], steps: [{ n: 1 }] };
    expect(overlaid(changed, extra)).toEqual({
      ...{ name: "z", "a/b": 1, place: { city: "y", zip: 2 }, steps: [{ n: 1 }] },
      options: [{ id: "c" }, { id: "a", label: "new", weight: 3 }],
    });
    expect(overlaid({ name: "z" }, extra)).toEqual({ name: "z", "a/b": 1 });
  });

  it("are found in a schema that declares them, also in lists and unions", () => {
    const item: Schema = { anyOf: [{ properties: { weight: {} } }, { properties: { id: {} } }] };
    const schema: Schema = { properties: { options: { items: item }, place: { properties: { "zip/code": {} } } } };
    expect(isDeclared(schema, "options/id:a/weight")).toBe(true);
    expect(isDeclared(schema, "options/id:a/color")).toBe(false);
    expect(isDeclared(schema, "place/zip~1code")).toBe(true);
    expect(isDeclared(schema, "place")).toBe(true);
    expect(isDeclared(schema, "name")).toBe(false);
  });
});

it("requires the same permission for a record with unknown fields", async () => {
  const kind = defineSyncKind({
    name: ["id"],
    schema: T.Object({ id: T.String(), text: T.String() }, { additionalProperties: false }),
    read: () => undefined,
    list: () => ({ names: [] }),
    put: () => {},
    permits: (_who, { text }) => text !== "secret",
  });
  const { permits } = defineSyncDomain("notes", { kinds: { note: kind }, touched: {} });
  const may = (wire: object) => permits?.({} as never, ["note", "a"], wire as never);
  expect(await may({ text: "open", later: 1 })).toBe(true);
  expect(await may({ text: "secret" })).toBe(false);
  expect(await may({ text: "secret", later: 1 })).toBe(false);
});
