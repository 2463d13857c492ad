import type { RouteEntry } from "@postern/core";
import { failuresOfRoute } from "./failures.ts";
import type { Json } from "./json.ts";
import type { Schemas } from "./schemas.ts";

/** `/widgets/:scope/**` as OpenAPI writes it: `/widgets/{scope}/{path}`. */
export const templateOf = ({ path }: RouteEntry): string =>
  path.replaceAll(/:(\w+)/g, "{$1}").replaceAll("/**", "/{path}");

/** A path that is not an operation: a page, a stream or a file. */
export function routeItem(route: RouteEntry, schemas: Schemas): Json {
  const { method, path, group, summary, description, scope, produces, body, consumes = "application/json" } = route;
  return {
    [method.toLowerCase()]: {
      operationId: `${method.toLowerCase()} ${path}`.replaceAll(/[^A-Za-z0-9]+/g, "-").replace(/-$/, ""),
      tags: [group],
      summary,
      ...(description !== undefined && { description }),
      "x-postern-scope": scope,
      ...(scope === "open" && { security: [{ key: [] }, {}] }),
      parameters: [{ $ref: "#/components/parameters/RequestId" }, ...partsOf(route), ...queryOf(route, schemas)],
      ...(body && {
        requestBody: { required: true, content: { [consumes]: { schema: schemas.of(group, body) } } },
      }),
      responses: {
        "200": {
          description: "Success",
          headers: { "X-Request-Id": { $ref: "#/components/headers/RequestId" } },
          content: { [produces]: { schema: bodyOf(produces) } },
        },
        ...failuresOfRoute(route),
        ...answersOf(route),
      },
    },
  };
}

/** The schema of a response body: a JSON object, text (including event streams) or bytes. */
function bodyOf(type: string): Json {
  if (type === "application/json") return { type: "object" };
  return /^text\/|ndjson$/.test(type) ? { type: "string" } : { type: "string", format: "binary" };
}
/** Other success responses of a route, such as partial content or not modified. */
const answersOf = ({ answers, produces }: RouteEntry): Json =>
  Object.fromEntries(
    Object.entries(answers).map(([status, description]) => [
      status,
      {
        description,
        headers: { "X-Request-Id": { $ref: "#/components/headers/RequestId" } },
        ...(status === "206" && { content: { [produces]: { schema: bodyOf(produces) } } }),
      },
    ]),
  );

function partsOf(route: RouteEntry): Json[] {
  return [...templateOf(route).matchAll(/\{(\w+)\}/g)].map(([, name]) => ({
    name,
    in: "path",
    required: true,
    schema: { type: "string" },
  }));
}

function queryOf({ query, group }: RouteEntry, schemas: Schemas): Json[] {
  const { properties = {}, required = [] } = query as { properties?: Record<string, Json>; required?: string[] };
  return Object.entries(properties).map(([name, { description, ...schema }]) => ({
    name,
    in: "query",
    ...(description !== undefined && { description }),
    required: required.includes(name),
    schema: schemas.of(group, schema),
  }));
}
