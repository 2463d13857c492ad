import { defineQuery, gatewayErrors, oneOf, T } from "@postern/core";
import { described } from "@postern/kit/fields";
import { withColumns } from "@postern/kit/paging";
import { group } from "../group.ts";

export const scopes = defineQuery(group, {
  id: "context.scopes",
  summary: "List the scopes of the operations",
  description:
    "Shows which scope each operation requires. With `operation`, only that operation and its scopes are listed.",
  input: T.Object({ operation: T.Optional(T.String({ maxLength: 128, description: "Id of an operation" })) }),
  output: T.Object({
    operations: withColumns(
      T.Array(
        T.Object({
          id: T.String({ description: "Id of the operation" }),
          effect: described(oneOf("read", "write", "external", "destroy"), "Effect of the operation"),
          scope: T.String({ description: "The scope" }),
          summary: T.String({ description: "Summary of the operation" }),
        }),
        { description: "The operations" },
      ),
      { id: "plain", effect: "plain", scope: "plain", summary: ["text", 1] },
    ),
    scopes: withColumns(
      T.Array(
        T.Object({
          scope: T.String({ description: "The scope" }),
          allows: T.String({ description: "Rights of the scope" }),
        }),
        {
          description: "The scopes of these operations, and additional scopes",
        },
      ),
      { scope: "plain", allows: "text" },
    ),
  }),
  errors: [gatewayErrors.UnknownOperation],
  examples: [
    { title: "All scopes", input: {} },
    { title: "The scope required to create keys", input: { operation: "context.derive" } },
  ],
  run({ services }, { operation }) {
    const { manifest } = services.gateway;
    const selected = manifest.operations.filter(({ id }) => operation === undefined || id === operation);
    if (operation !== undefined && selected.length === 0)
      throw gatewayErrors.UnknownOperation({ operation, nearest: [] });
    const groups = manifest.groups.filter(({ name }) => selected.some(({ group }) => group === name));
    return {
      operations: selected.map(({ id, effect, scope, summary }) => ({ id, effect, scope, summary })),
      scopes: groups.flatMap(({ name, title, scopes }) => [
        { scope: `${name}:read`, allows: `${title}: operations that only read` },
        { scope: `${name}:write`, allows: `${title}: operations that read or write` },
        ...Object.entries(scopes).map(([word, allows]) => ({ scope: `${name}:${word}`, allows })),
      ]),
    };
  },
});
