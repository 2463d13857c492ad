import { createGateway, defineGroup, definePlugin, defineQuery, readInput, T, type TSchema } from "@postern/core";
import {
  absolutePath,
  email,
  jsonText,
  needsAny,
  needsBy,
  needsOne,
  oneOfOffered,
  timeZone,
  url,
} from "@postern/kit/fields";
import { openapiOf } from "@postern/openapi";
import { expect, it } from "vitest";

const faultsOf = (schema: TSchema, value: unknown) =>
  readInput(T.Object({ field: schema }, { additionalProperties: false }), { field: value });
const fault = (code: string, message: string) => [{ path: "/field", code, message }];

it("accepts the URL of a page, and gives an example otherwise", () => {
  const field = url({ like: "https://example.com/events" });
  for (const fine of [
    "https://example.com",
    "http://localhost:8080/a?b=c@d",
    "HTTPS://[::1]:443/",
    "https://exämple.org/",
  ])
    expect(faultsOf(field, fine)).toEqual([]);
  const must = "must be an address like https://example.com/events, without a user name, password, or fragment";
  for (const wrong of ["example.com", "ftp://example.com/", "https://me:word@example.com/", "https://example.com/#x"])
    expect(faultsOf(field, wrong)).toEqual(fault("pattern", must));
  expect(faultsOf(field, "https://example.com:99999/")).toEqual(fault("format", must));
});

it("accepts the URL of a server without a query", () => {
  const field = url({ like: "https://dav.example.com/", server: true });
  expect(faultsOf(field, "https://dav.example.com/ann/")).toEqual([]);
  expect(faultsOf(field, "https://dav.example.com/?a=b")).toEqual([
    expect.objectContaining({
      code: "pattern",
      message: expect.stringContaining("without a user name, password, query"),
    }),
  ]);
});

it("accepts e-mail addresses", () => {
  expect(faultsOf(email({}), " Ann@example.org ")).toEqual([]);
  expect(faultsOf(email({}), "ann at home")).toEqual(
    fault("pattern", "must be an e-mail address like ann@example.org"),
  );
});

it("accepts existing time zones, and an empty one only if allowed", () => {
  const must = "must be an IANA time zone like Europe/Berlin";
  for (const fine of ["Europe/Berlin", "UTC", "Etc/GMT+5", "America/Argentina/Ushuaia"])
    expect(faultsOf(timeZone({}), fine)).toEqual([]);
  expect(faultsOf(timeZone({}), "Mars/Olympus")).toEqual(fault("format", must));
  expect(faultsOf(timeZone({}), "+01:00")).toContainEqual(fault("pattern", must)[0]);
  expect(faultsOf(timeZone({ empty: true }), "")).toEqual([]);
  expect(faultsOf(timeZone({}), "").length).toBeGreaterThan(0);
});

it("accepts absolute paths of every operating system", () => {
  for (const fine of ["", "/", "/srv/main", "C:\\agents", "c:/agents", "\\\\host\\share"])
    expect(faultsOf(absolutePath({}), fine)).toEqual([]);
  for (const wrong of ["relative", "./here", "C:", "/with\nnewline"])
    expect(faultsOf(absolutePath({}), wrong)[0]?.message).toContain("must be an absolute path");
});

it("names the alternative required fields in one message", () => {
  const field = T.Optional(T.String());
  const any = T.Object({ name: field, from: field }, needsAny(["name"], ["from"]));
  expect(readInput(any, {})).toEqual([{ path: "", code: "anyOf", message: "requires name, or from" }]);
  expect(readInput(any, { name: "a", from: "b" })).toEqual([]);
  const one = T.Object({ id: field, chat: field, own: field }, needsOne(["id"], ["chat", "own"]));
  const must = "requires either id, or chat and own";
  for (const wrong of [{}, { chat: "a" }, { id: "a", chat: "a", own: "b" }])
    expect(readInput(one, wrong)).toEqual([{ path: "", code: "oneOf", message: must }]);
  expect(readInput(one, { chat: "a", own: "b" })).toEqual([]);
});

it("names the fields that a value requires", () => {
  const schema = T.Object(
    { type: T.String(), text: T.Optional(T.String()), name: T.Optional(T.String()) },
    needsBy("type", { edit: ["text"], rename: ["name"] }),
  );
  expect(readInput(schema, { type: "edit" })).toEqual([
    { path: "/text", code: "required", message: "is required if type is edit" },
  ]);
  expect(readInput(schema, { type: "rename", name: "a" })).toEqual([]);
  expect(readInput(schema, {})).toEqual([{ path: "/type", code: "required", message: "is required" }]);
});

it("keeps its own keywords out of the OpenAPI document", () => {
  const group = defineGroup("places", { title: "Places" });
  const show = defineQuery(group, {
    id: "places.show",
    summary: "Show a place",
    input: T.Object({
      zone: timeZone({}),
      kind: oneOfOffered("places.kinds", {}),
      settings: T.Optional(jsonText(T.Object({ deep: T.Boolean() }), {})),
    }),
    output: T.Object({}),
    run: () => ({}),
  });
  const { manifest } = createGateway({ plugins: [definePlugin(group, { version: "1.0.0", operations: [show] })()] });
  const { components } = openapiOf(manifest) as { components: { schemas: Record<string, { properties: object }> } };
  expect(components.schemas.PlacesShowInput?.properties).toEqual({
    zone: expect.objectContaining({ type: "string", format: "time-zone" }),
    kind: { type: "string" },
    settings: expect.objectContaining({ contentMediaType: "application/json" }),
  });
  expect(JSON.stringify(components)).not.toMatch(/"x-(must|list|if)"/);
});
