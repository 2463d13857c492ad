import { defineRoute } from "@postern/core";
import { baseOf, envelopeOf, schemaOf, showBase } from "./base.ts";
import { BaseAmbiguous, BaseNotFound } from "./errors.ts";
import { group } from "./group.ts";
import { showProperty } from "./schema/configure.ts";
import { liveOf } from "./schema/find.ts";

export const consoleRoute = defineRoute(group, {
  method: "GET",
  path: "/bases/:base",
  summary: "Show a base with its properties",
  description: "The base as bases.show answers it, without its views and charts.",
  scope: "bases:read",
  produces: "application/json",
  errors: [BaseNotFound, BaseAmbiguous],
  async handle(_request, { host: { store, config, services }, caller, params }) {
    if (!caller) throw new TypeError("The route requires a key");
    const seen = { store, config, services, caller };
    const base = await baseOf(seen, params.base ?? "");
    const schema = await schemaOf(store, base.id);
    const properties = liveOf(schema).map((property) => showProperty(property, schema.properties));
    return Response.json({ base: await showBase(seen, base), properties, ...(await envelopeOf(seen, base)) });
  },
});
