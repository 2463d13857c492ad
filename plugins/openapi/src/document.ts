import type { Manifest } from "@postern/core";
import { componentsOf } from "./components.ts";
import type { Json } from "./json.ts";
import { pathItem } from "./operation.ts";
import { routeItem, templateOf } from "./route-item.ts";
import { schemasOf } from "./schemas.ts";

/** The OpenAPI 3.1 document of a gateway. `url` is where it answers: absolute, or relative to the document. */
export function openapiOf(manifest: Manifest, { url = "/" }: { url?: string } = {}): Json {
  const { digest, groups, operations, events, routes, errors } = manifest;
  const schemas = schemasOf(manifest);
  const paths = Object.fromEntries([
    ...operations.map((operation) => [operation.path, pathItem(operation, errors, schemas)]),
    ...routes.map((route) => [templateOf(route), routeItem(route, schemas)]),
  ]);
  const told = events.map((event) => ({ ...event, data: schemas.existing(event.group, event.data) }));
  return {
    openapi: "3.1.0",
    info: {
      title: "Postern",
      summary: "A local gateway for agent runtimes",
      description: DESCRIPTION,
      contact: { name: "Postern" },
      license: { name: "MIT", identifier: "MIT" },
      // The digest of all that follows: whoever generates from it knows when to do it again.
      version: digest,
    },
    servers: [{ url, description: "This gateway" }],
    security: [{ key: [] }],
    tags: groups.map(({ name, title, description = title, version }) => ({
      name,
      description,
      "x-display-name": title,
      "x-version": version,
    })),
    paths,
    components: componentsOf(manifest, schemas.components()),
    "x-events": told,
  };
}

const DESCRIPTION = `Every operation is a POST of a flat JSON object; no body and \`{}\` are the same, and an unknown field is refused.
Each change can be looked at first: with \`X-Dry-Run: true\`, or without \`execute\` where that is a field, the answer is
the plan of what would be done, and \`If-Match\` with the plan's digest then runs exactly that plan or nothing.
Errors are problem documents (RFC 9457) with a stable \`code\`.`;
