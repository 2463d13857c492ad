import { defineQuery, gatewayErrors, oneOf, T } from "@postern/core";
import { described } from "@postern/core/fields";
import { group } from "../group.ts";

export const scopes = defineQuery(group, {
  id: "context.scopes",
  summary: "Tell which scope each operation asks for",
  description: "Without `operation`, all operations and all scopes are listed.",
  input: T.Object({ operation: T.Optional(T.String({ maxLength: 128, description: "The id of one operation" })) }),
  output: T.Object({
    operations: T.Array(
      T.Object({
        id: T.String({ description: "Its id" }),
        effect: described(oneOf("read", "write", "external", "destroy"), "What it changes"),
        scope: T.String({ description: "The scope" }),
        summary: T.String({ description: "What it does, in one sentence" }),
      }),
      { description: "The operations" },
    ),
    scopes: T.Array(
      T.Object({
        scope: T.String({ description: "The scope" }),
        allows: T.String({ description: "What the scope allows, in one sentence" }),
      }),
      {
        description: "What the named operations ask for, and further words that a grant may name",
      },
    ),
  }),
  errors: [gatewayErrors.UnknownOperation],
  examples: [
    { title: "All scopes", input: {} },
    { title: "What a key needs to derive others", input: { operation: "context.derive" } },
  ],
  run({ services }, { operation }) {
    const { manifest } = services.gateway;
    const asked = manifest.operations.filter(({ id }) => operation === undefined || id === operation);
    if (operation !== undefined && asked.length === 0) throw gatewayErrors.UnknownOperation({ operation, nearest: [] });
    const groups = manifest.groups.filter(({ name }) => asked.some(({ group }) => group === name));
    return {
      operations: asked.map(({ id, effect, scope, summary }) => ({ id, effect, scope, summary })),
      scopes: groups.flatMap(({ name, title, scopes }) => [
        { scope: `${name}:read`, allows: `${title}: all that only reads` },
        { scope: `${name}:write`, allows: `${title}: all that reads or writes` },
        ...Object.entries(scopes).map(([word, allows]) => ({ scope: `${name}:${word}`, allows })),
      ]),
    };
  },
});
