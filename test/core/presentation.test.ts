import { defineGroup, definePlugin, defineQuery, T } from "@postern/core";
import { present, presentationOf, withoutPresentation } from "@postern/core/presentation";
import { testGateway } from "@postern/core/testing";
import { callersFolder, described, localTime, madeByCaller, refersTo } from "@postern/kit/fields";
import { expect, it, onTestFinished } from "vitest";

const reference = { list: "links.list" };

it("keeps the hints that a schema has, and changes no other schema", () => {
  const field = T.Optional(T.String({ description: "Id of the link" }));
  const both = madeByCaller(refersTo(field, reference), "random");
  expect(presentationOf(both)).toEqual({ ref: reference, default: "random" });
  expect(presentationOf(described(both, "Id"))).toEqual(presentationOf(both));
  expect(presentationOf(present(both, { default: "caller" }))).toEqual({ ref: reference, default: "caller" });
  expect(presentationOf(field)).toEqual({});
  // Whether a field is optional is kept too, which TypeBox notes under a symbol.
  expect(T.Object({ id: both }).required).toBeUndefined();
});

it("leaves nothing of the hints for programs", () => {
  const field = T.String({ maxLength: 9 });
  expect(withoutPresentation(callersFolder(field, "links.upload"))).toEqual(withoutPresentation(field));
});

it("finds no hints where there is no schema", () => {
  expect(presentationOf(undefined)).toEqual({});
});

it("limits no value that is sent over HTTP", async () => {
  const group = defineGroup("links", { title: "Links" });
  const show = defineQuery(group, {
    id: "links.show",
    summary: "Show a link",
    input: T.Object({ at: localTime(refersTo(T.String({ description: "A time" }), reference)) }),
    output: T.Object({ at: T.String() }),
    examples: [{ title: "Any text", input: { at: "soon" } }],
    run: (_, { at }) => ({ at }),
  });
  const links = definePlugin(group, { version: "1.0.0", operations: [show] });
  const { admin, stop } = await testGateway({ plugins: [links()] });
  onTestFinished(stop);
  expect((await admin.post("links.show", { at: "any text" })).body).toMatchObject({ at: "any text" });
});
