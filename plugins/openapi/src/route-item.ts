import type { RouteEntry } from "@postern/core";
import type { Json } from "./document.ts";
import { failuresOfRoute } from "./failures.ts";
import { published } from "./schema.ts";

/** `/widgets/:scope/**` as OpenAPI writes it: `/widgets/{scope}/{path}`. */
export const templateOf = ({ path }: RouteEntry): string =>
  path.replaceAll(/:(\w+)/g, "{$1}").replaceAll("/**", "/{path}");

/** A path that is no operation: a page, a stream, a file. */
export function routeItem(route: RouteEntry): Json {
  const { method, path, group, summary, description, scope, produces, body } = route;
  return {
    [method.toLowerCase()]: {
      operationId: `${method.toLowerCase()} ${path}`.replaceAll(/[^A-Za-z0-9]+/g, "-").replace(/-$/, ""),
      tags: [group],
      summary,
      ...(description !== undefined && { description }),
      "x-postern-scope": scope,
      ...(scope === "open" && { security: [{ key: [] }, {}] }),
      parameters: [{ $ref: "#/components/parameters/RequestId" }, ...partsOf(route), ...queryOf(route)],
      ...(body && { requestBody: { required: true, content: { "application/json": { schema: published(body) } } } }),
      responses: {
        "200": {
          description: "What is asked for",
          headers: { "X-Request-Id": { $ref: "#/components/headers/RequestId" } },
          content: {
            [produces]: { schema: produces === "application/json" ? { type: "object" } : { type: "string" } },
          },
        },
        ...failuresOfRoute(route),
        ...answersOf(route),
      },
    },
  };
}

/** What a route answers beside the whole of what is asked for: a part of it, or nothing. */
const answersOf = ({ answers, produces }: RouteEntry): Json =>
  Object.fromEntries(
    Object.entries(answers).map(([status, description]) => [
      status,
      {
        description,
        headers: { "X-Request-Id": { $ref: "#/components/headers/RequestId" } },
        ...(status === "206" && { content: { [produces]: { schema: { type: "string" } } } }),
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

function queryOf({ query }: RouteEntry): Json[] {
  const { properties = {}, required = [] } = query as { properties?: Record<string, Json>; required?: string[] };
  return Object.entries(properties).map(([name, { description, ...schema }]) => ({
    name,
    in: "query",
    ...(description !== undefined && { description }),
    required: required.includes(name),
    schema: published(schema),
  }));
}
