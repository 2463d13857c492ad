import type { Manifest } from "@postern/core";
import { componentsOf } from "./components.ts";
import type { Json } from "./json.ts";
import { pathItem } from "./operation.ts";
import { routeItem, templateOf } from "./route-item.ts";
import { schemasOf } from "./schemas.ts";

/** The OpenAPI 3.1 document of a gateway. `url` is its address, absolute or relative to the document. */
export function openapiOf(manifest: Manifest, { url = "/" }: { url?: string } = {}): Json {
  const { digest, groups, operations, events, routes, errors } = manifest;
  const schemas = schemasOf(manifest);
  const paths = Object.fromEntries([
    ...operations.map((operation) => [operation.path, pathItem(operation, errors, schemas)]),
    ...routes.map((route) => [templateOf(route), routeItem(route, schemas)]),
  ]);
  const published = events.map((event) => ({ ...event, data: schemas.existing(event.group, event.data) }));
  return {
    openapi: "3.1.0",
    info: {
      title: "Postern",
      summary: "A local gateway for AI agent runtimes",
      description: DESCRIPTION,
      contact: { name: "Postern" },
      license: { name: "MIT", identifier: "MIT" },
      // The digest of the interface, so that generated clients can detect changes.
      version: digest,
    },
    servers: [{ url, description: "This gateway" }],
    security: [{ key: [] }],
    tags: groups.map(({ name, title, description = title, version }) => ({
      name,
      description,
      "x-displayName": title,
      "x-version": version,
    })),
    paths,
    components: componentsOf(manifest, schemas.components()),
    "x-events": published,
  };
}

const DESCRIPTION = `Every operation is a POST request with a flat JSON object as its body. An empty body means \`{}\`. Unknown fields are
refused. Changes can be previewed: with \`X-Dry-Run: true\`, or without \`execute\` if the operation has that field, the
response is the plan. Operations that send something outside, publish, spend money or destroy what cannot be restored have
it; all other commands run at once, and accept it too. \`If-Match\` with the digest of the plan executes exactly that plan.
A command of a propose-only key, or with \`X-Postern-Propose: true\`, answers 202 with
\`{ "status": "pending", "approvalId", "plan", "digest", "expiresAt" }\` and waits for approval.
Errors are problem documents (RFC 9457) with a stable \`code\`.`;
