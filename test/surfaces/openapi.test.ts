import { rmSync } from "node:fs";
import channels from "@postern/channels";
import irc from "@postern/channels-irc";
import context from "@postern/context";
import { createGateway, defineGroup, definePlugin, defineQuery, T, type TSchema } from "@postern/core";
import { testGateway } from "@postern/core/testing";
import openapi, { openapiOf } from "@postern/openapi";
import sync from "@postern/sync";
import { Ajv2020 } from "ajv/dist/2020.js";
import { afterAll, afterEach, describe, expect, it } from "vitest";
import { check } from "../../core/src/define/validate.ts";
import { notesPlugin } from "../core/fixtures/notes.ts";
import { documentOf, faultsIn, firstParty, folder, manifest } from "./openapi.ts";

/** The part of a path item that the tests use. */
interface Described {
  post: {
    requestBody: {
      content: { "application/json": { schema: { $ref: string }; examples?: Record<string, { value: unknown }> } };
    };
  };
}
afterAll(() => rmSync(folder, { recursive: true, force: true }));

let stop: (() => Promise<void>) | undefined;
afterEach(async () => {
  await stop?.();
  stop = undefined;
});

/** The inline object schemas in a schema, with their members. */
function inlineObjects(value: unknown, place: string): { text: string; place: string }[] {
  if (typeof value !== "object" || value === null) return [];
  return Object.entries(value).flatMap(([word, inner]) => {
    const here = `${place}/${word}`;
    const found = inlineObjects(inner, here);
    const isObject = inner?.type === "object" && Object.keys(inner.properties ?? {}).length > 0;
    if (!isObject) return found;
    const { description: _, ...shape } = inner;
    return [{ text: JSON.stringify(shape), place: here }, ...found];
  });
}

/** All fields of a schema, including nested ones. */
// biome-ignore lint/suspicious/noExplicitAny: any schema
function fieldsIn(schema: any, place: string): { place: string; description?: string }[] {
  const { properties = {}, items, additionalProperties, anyOf = [], oneOf = [] } = schema;
  const inner = [items, additionalProperties, ...anyOf, ...oneOf].filter((one) => typeof one === "object");
  return [
    ...Object.entries<{ description?: string }>(properties).flatMap(([name, field]) => [
      { place: `${place}/${name}`, ...(field.description !== undefined && { description: field.description }) },
      ...fieldsIn(field, `${place}/${name}`),
    ]),
    ...inner.flatMap((one) => fieldsIn(one, place)),
  ];
}

describe("the OpenAPI document", () => {
  it("is valid for all first-party plugins", async () => {
    expect(await faultsIn(openapiOf(manifest), "first-party")).toEqual([]);
  });

  it("describes every operation", () => {
    expect(manifest.operations.filter(({ description }) => !description).map(({ id }) => id)).toEqual([]);
  });

  it("describes every field of every operation, including nested fields", () => {
    const fields = manifest.operations.flatMap(({ id, input, output }) => [
      ...fieldsIn(input, `${id} takes `),
      ...fieldsIn(output, `${id} answers `),
    ]);
    expect(fields.length).toBeGreaterThan(5_000);
    expect(fields.filter(({ description }) => !description).map(({ place }) => place)).toEqual([]);
  });

  it("has a path for each operation and each other route", () => {
    const { paths } = documentOf(manifest);
    const served = [
      "/api/v1/audio/requests/{id}/audio",
      "/audio/player",
      "/bases/{base}",
      "/api/v1/batch",
      "/channels/webhooks/{adapter}",
      "/console/session",
      "/console/session/check",
      "/console/frames/{path}",
      "/console/{path}",
      "/api/v1/events/stream",
      "/api/v1/openapi.json",
      "/",
      "/favicon.ico",
      "/metrics",
      "/api/v1/sync/wait",
      "/widgets/{path}",
    ];
    expect(Object.keys(paths)).toEqual([...manifest.operations.map(({ path }) => path), ...served]);
    const { get: stream } = paths["/api/v1/events/stream"];
    expect(stream).toMatchObject({ security: [{ key: [] }, {}], tags: ["events"] });
    expect(stream.parameters.map(({ name }: { name?: string }) => name)).toEqual([
      undefined,
      "type",
      "subject",
      "topic",
      "after",
      "named",
      "ticket",
    ]);
    expect(paths["/bases/{base}"].get.parameters[1]).toMatchObject({ name: "base", in: "path", required: true });
    for (const { id, path, scope, effect } of manifest.operations)
      expect(paths[path].post).toMatchObject({ operationId: id, "x-postern-scope": scope, "x-postern-effect": effect });
  });

  it("has a valid example of each response and each plan", () => {
    const document = documentOf(manifest);
    const ajv = new Ajv2020({ strict: false, validateFormats: false }).addSchema(document, "document");
    for (const { id, path, output, dryRun } of manifest.operations) {
      const { schema, examples } = document.paths[path].post.responses["200"].content["application/json"];
      const [answer, plan] = schema.anyOf ?? [schema];
      expect([id, Object.keys(examples)]).toEqual([id, dryRun === "never" ? ["done"] : ["done", "dry-run"]]);
      const fits = (ref: string, value: unknown) => ajv.validate({ $ref: `document${ref}` }, value) || ajv.errorsText();
      expect([id, fits(answer.$ref, examples.done.value)]).toEqual([id, true]);
      // With formats and the ranges of numeric strings.
      expect([id, check(output as TSchema, examples.done.value)]).toEqual([id, []]);
      if (plan) expect(fits(plan.$ref, document.components.examples.DryRun.value)).toBe(true);
    }
  });

  it("is identical at every start, and example responses are a small part of it", () => {
    const text = JSON.stringify(openapiOf(manifest));
    expect(JSON.stringify(openapiOf(createGateway({ plugins: firstParty() }).manifest))).toBe(text);
    const { paths } = documentOf(manifest);
    const examples = manifest.operations.map(
      ({ path }) => paths[path].post.responses["200"].content["application/json"].examples,
    );
    expect(JSON.stringify(examples).length / text.length).toBeLessThan(0.15);
  });

  it("has a version that depends on the whole interface", () => {
    const { info, servers } = documentOf(manifest, "http://127.0.0.1:4870");
    expect(info.version).toBe(manifest.digest);
    expect(servers[0].url).toBe("http://127.0.0.1:4870");
    const other = createGateway({ plugins: [...firstParty(), notesPlugin()] }).manifest;
    expect(documentOf(other).info.version).not.toBe(manifest.digest);
  });

  it("describes execute, plans and the headers of commands", () => {
    const { paths, components } = documentOf(createGateway({ plugins: [notesPlugin()] }).manifest);
    const { parameters, requestBody, responses } = paths["/api/v1/notes/remove"].post;
    expect(parameters.map(({ $ref }: { $ref: string }) => $ref.split("/").at(-1))).toEqual([
      "RequestId",
      "Position",
      "IdempotencyKey",
      "IfMatch",
      "Propose",
      "Reason",
      "DryRun",
    ]);
    expect(requestBody.required).toBe(true);
    expect(requestBody.content["application/json"].schema.$ref).toBe("#/components/schemas/NotesRemoveInput");
    expect(components.schemas.NotesRemoveInput.properties.execute.type).toBe("boolean");
    expect(responses["200"].content["application/json"].schema.anyOf[1]).toEqual({
      $ref: "#/components/schemas/DryRun",
    });
    const page = paths["/api/v1/notes/page"].post;
    expect(page.parameters).toHaveLength(2);
    expect(page.requestBody.required).toBe(false);
    expect(page.responses["200"].content["application/json"].schema.anyOf).toBeUndefined();
  });

  it("has a plan in the response only for operations with execute", () => {
    const { paths } = documentOf(manifest);
    for (const { path, dryRun } of manifest.operations) {
      const { parameters, responses } = paths[path].post;
      const text = JSON.stringify([parameters, responses["200"]]);
      expect([path, text.includes("/DryRun")]).toEqual([path, dryRun !== "never"]);
    }
  });

  it("writes each object schema once, with the name that its group declares", () => {
    const { components } = documentOf(manifest);
    const declared = manifest.groups.flatMap(({ schemas }) => Object.keys(schemas));
    expect(declared.filter((name, at) => declared.indexOf(name) !== at)).toEqual([]);
    const unused = declared.filter((name) => !(name in components.schemas || `Partial${name}` in components.schemas));
    expect(unused).toEqual([]);
    const inline = Object.entries(components.schemas).flatMap(([name, schema]) => inlineObjects(schema, name));
    const first = new Map<string, string>();
    for (const { text, place } of inline) {
      expect([place, first.get(text) ?? place]).toEqual([place, place]);
      first.set(text, place);
    }
  });

  it("prefixes the name of a schema with its group if another group uses the name", () => {
    const noted = (name: string, text: string) => {
      const group = defineGroup(name, { title: name });
      const Note = T.Object({ [text]: T.String() });
      const show = defineQuery(group, {
        id: `${name}.show`,
        summary: "Show a note",
        input: T.Object({}),
        output: T.Object({ note: Note }),
        run: () => ({ note: { [text]: "" } }),
      });
      return definePlugin(group, { version: "1.0.0", schemas: { Note }, operations: [show] })();
    };
    const { schemas } = documentOf(
      createGateway({ plugins: [noted("papers", "text"), noted("walls", "paint")] }).manifest,
    ).components;
    expect(schemas.PapersShowOutput.properties.note).toEqual({ $ref: "#/components/schemas/Note" });
    expect(schemas.WallsShowOutput.properties.note).toEqual({ $ref: "#/components/schemas/WallsNote" });
    expect(schemas.WallsNote.required).toEqual(["paint"]);
  });

  it("lists the error codes of an operation and of the gateway with the same status", () => {
    const { paths, components } = documentOf(createGateway({ plugins: [notesPlugin()] }).manifest);
    const codes = paths["/api/v1/notes/add"].post.responses["409"]["x-postern-codes"];
    expect(codes).toContain("notes.text_taken");
    expect(codes).toContain("gateway.idempotency_conflict");
    expect(components.responses.Problem409["x-postern-codes"]).toContain("gateway.idempotency_conflict");
  });

  it("describes the range of a number that may be a string", () => {
    const { schemas } = documentOf(manifest).components;
    const { limit } = schemas.ContextListInput.properties;
    expect(limit).toMatchObject({ type: ["integer", "string"], minimum: 1, maximum: 500, default: "50" });
    expect(limit.description).toBe("Maximum number of entries to return. A whole number from 1 to 500");
    const { limit: text } = schemas.ChatsListsMembersInput.properties;
    expect(text).toMatchObject({ type: "string", default: "50" });
    expect(text.description).toBe("Maximum number of entries to return. A whole number from 1 to 500, as a string");
  });

  it("contains schemas that a strict validator accepts, with valid examples", () => {
    const ajv = new Ajv2020({
      strict: true,
      // A choice between fields refers to those of the parent object.
      strictRequired: false,
      allowUnionTypes: true,
      keywords: ["x-range", "components"],
      formats: { password: true, uri: true, "time-zone": true },
    });
    const document = documentOf(manifest);
    ajv.addSchema({ $id: "openapi", components: document.components });
    for (const { post } of Object.values<Partial<Described>>(document.paths)) {
      if (!post?.requestBody) continue;
      const [content] = Object.values(post.requestBody.content);
      if (!content) throw new Error("The request body has no media type");
      const { schema, examples = {} } = content;
      const fits = ajv.compile(schema.$ref ? { $ref: `openapi${schema.$ref}` } : schema);
      for (const { value } of Object.values(examples))
        expect([value, fits(value), fits.errors]).toEqual([value, true, null]);
    }
  });
});

describe("GET /api/v1/openapi.json", () => {
  async function opened(options: { basePath?: string } = {}) {
    const test = await testGateway({ plugins: [context(), openapi()], ...options });
    stop = test.stop;
    return test;
  }

  it("requires a key with any scope", async () => {
    const { gateway, client } = await opened();
    const weak = await client(["context.whoami"]);
    const { status, headers, body } = await weak.send("/api/v1/openapi.json");
    expect([status, headers.get("content-type")]).toEqual([200, "application/json"]);
    expect(body).toEqual(openapiOf(gateway.manifest, { url: "/" }));
    const stranger = await gateway.fetch(new Request("http://localhost/api/v1/openapi.json"));
    expect(stranger.status).toBe(401);
  });

  it("is sent again only if it has changed", async () => {
    const { admin } = await opened();
    const etag = (await admin.send("/api/v1/openapi.json")).headers.get("etag") as string;
    const again = await admin.send("/api/v1/openapi.json", { headers: { "if-none-match": etag } });
    expect([again.status, again.body]).toEqual([304, ""]);
    expect((await admin.send("/api/v1/openapi.json", { headers: { "if-none-match": '"old"' } })).status).toBe(200);
  });

  it("contains values that are known only at startup, which change its version", async () => {
    const test = await testGateway({ plugins: [context(), channels(), irc(), sync(), openapi()] });
    stop = test.stop;
    const { info, components } = (await test.admin.send("/api/v1/openapi.json")).body;
    const { kind } = components.schemas.ChannelsAdaptersCreateInput.properties;
    expect(kind.enum).toEqual(["irc", "webhook"]);
    expect(components.schemas.SyncEnableInput.properties.domains.items.enum).toBeUndefined();
    const unset = documentOf(createGateway({ plugins: [context(), channels(), irc(), sync(), openapi()] }).manifest);
    expect(unset.components.schemas.ChannelsAdaptersCreateInput.properties.kind.enum).toBeUndefined();
    expect(info.version).not.toBe(unset.info.version);
  });

  it("contains the base path of the gateway", async () => {
    const { admin } = await opened({ basePath: "/postern" });
    expect((await admin.send("/api/v1/openapi.json")).body.servers[0].url).toBe("/postern");
  });
});
