import type { TSchema } from "@sinclair/typebox";
import { issuesText } from "../define/error.ts";
import type { Group } from "../define/group.ts";
import type { Plugin } from "../define/plugin.ts";
import type { Service } from "../define/service.ts";
import { read } from "../define/validate.ts";
import { about } from "../runtime/check-plugins.ts";

/**
 * Throws for an unknown scope, for a misspelled keyword in a schema and for an example that does not match its input
 * schema, with the name of the plugin and the place. It compiles every schema, which would slow down each start of a
 * gateway.
 */
export function assertDeclarations(plugins: readonly Plugin[]): void {
  for (const plugin of plugins) {
    const place = `Plugin ${about(plugin)}: `;
    for (const { type, data } of plugin.events) assertKeywords(data, `${place}the event ${type}`);
    for (const { id, input, output } of plugin.operations) {
      assertKeywords(input, `${place}the input of ${id}`);
      assertKeywords(output, `${place}the output of ${id}`);
    }
    assertScopes(plugin, place);
    assertExamples(plugin, place);
    assertListed(plugin, place);
  }
}

function assertScopes({ operations, routes, group }: Plugin, place: string): void {
  const scopesOf = ({ name, scopes }: Group) =>
    ["read", "write", ...Object.keys(scopes)].map((word) => `${name}:${word}`);
  const scoped = [
    ...operations.map(({ id, scope, group }) => ({ id, scope, known: [...scopesOf(group), "any"] })),
    ...routes.map(({ path, scope }) => ({ id: path, scope, known: [...scopesOf(group), "any", "open"] })),
  ];
  for (const { id, scope, known } of scoped)
    if (!known.includes(scope))
      throw new Error(`${place}${id} has the unknown scope "${scope}". Use one of ${known.join(", ")}`);
}

const NAMED = ["properties", "patternProperties", "$defs", "dependentSchemas"];
const WORDS =
  "$id $ref $defs $schema $comment title description default examples deprecated readOnly writeOnly type enum const format pattern minLength maxLength minimum maximum exclusiveMinimum exclusiveMaximum multipleOf required properties patternProperties additionalProperties propertyNames minProperties maxProperties dependentRequired dependentSchemas unevaluatedProperties items prefixItems contains minContains maxContains minItems maxItems uniqueItems unevaluatedItems anyOf oneOf allOf not if then else contentEncoding contentMediaType contentSchema";
const KEYWORDS = new Set(WORDS.split(" "));

/** Throws for a keyword that JSON Schema does not define: a misspelled limit would limit nothing. */
function assertKeywords(schema: TSchema, place: string): void {
  for (const [word, value] of Object.entries(schema).filter(([word]) => !word.startsWith("x-"))) {
    if (!KEYWORDS.has(word)) throw new Error(`${place}: ${JSON.stringify(word)} is not a JSON Schema keyword`);
    if (typeof value !== "object" || value === null || ["default", "enum", "const", "examples"].includes(word))
      continue;
    const inner = NAMED.includes(word) ? Object.entries(value) : [value].flat().map((one) => ["", one] as const);
    for (const [name, one] of inner)
      if (typeof one === "object" && one !== null && !Array.isArray(one))
        assertKeywords(one as TSchema, name === "" ? place : `${place}, ${name}`);
  }
}

/** The service by which groups list what a key has set up. The kit defines it, and the kernel does not depend on the kit. */
const LASTING = "context.lasting";

/** Without it, the owner of a key would not see what the key leaves behind. */
function assertListed({ operations, group }: Plugin, place: string): void {
  const lasting = operations.find(({ properties }) => properties.includes("lasting"));
  if (!lasting || Object.values<Service>(group.needs).some(({ id }) => id === LASTING)) return;
  throw new Error(
    `${place}${lasting.id} has the property "lasting", but nothing lists what a key has set up. Declare "needs: { lasting: optional(lastingWork) }" and register a source in "setup", see @postern/kit/access`,
  );
}

function assertExamples({ operations }: Plugin, place: string): void {
  for (const { id, input: schema, examples } of operations) {
    for (const { title, input } of examples) {
      const { execute: _, ...asked } = structuredClone(input);
      const issues = read(schema, asked);
      if (issues.length > 0)
        throw new Error(
          `${place}the example ${JSON.stringify(title)} of ${id} does not match its input schema: ${issuesText(issues)}`,
        );
    }
  }
}
