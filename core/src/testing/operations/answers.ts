import assert from "node:assert/strict";
import { type TSchema, Type } from "@sinclair/typebox";
import { Ajv2020 } from "ajv/dist/2020.js";
import type { OperationEntry } from "../../define/manifest.ts";
import { check } from "../../define/validate.ts";
import type { Reply } from "../gateway.ts";
import type { Promised } from "./bench.ts";

/** The answer of a dry run of any operation. */
const DryRun = Type.Object(
  {
    dryRun: Type.Literal(true),
    plan: Type.Object({
      summary: Type.String({ minLength: 1 }),
      effects: Type.Optional(Type.Array(Type.String())),
    }),
    digest: Type.String({ pattern: "^[\\w-]{43}$" }),
  },
  { additionalProperties: false },
);

/** Validates schemas against the meta-schema, which a gateway does not do at its start. */
const metaSchema = new Ajv2020({ strict: true, allowUnionTypes: true });

/** How an operation is described. */
export const descriptions: Promised = {
  async "has valid JSON Schemas"(_bench, { id, input, output }) {
    for (const schema of [input, output])
      assert.ok(metaSchema.validateSchema(schema), `${id}: ${metaSchema.errorsText()}`);
  },

  async "describes itself and each field of its input"(_bench, { id, summary, input }) {
    assert.notEqual(summary, "", `${id} has no summary`);
    const fields = Object.entries(input.properties as Record<string, TSchema>);
    const silent = fields.filter(([, { description }]) => !description).map(([name]) => name);
    assert.deepEqual(silent, [], `${id}: these fields have no description`);
  },
};

/** The names of members of a schema that are marked as secret, at any depth. */
function secretsOf(schema: unknown): string[] {
  if (typeof schema !== "object" || schema === null) return [];
  return Object.entries(schema).flatMap(([name, inner]) => [
    ...(typeof inner === "object" && inner !== null && "x-secret" in inner ? [name] : []),
    ...secretsOf(inner),
  ]);
}

/** What a key of a gateway looks like, and a secret with which it signs. */
const SECRETS = [
  ["gives-key", /\brctx_[A-Za-z0-9_-]{43}\b/],
  ["gives-secret", /\bwhsec_[A-Za-z0-9+/=]{20,}/],
] as const;

/** Examples are independent: in a new gateway, a record that they name may be missing or in the wrong state. */
export const answers: Promised = {
  async "answers each request with a new request id"({ admin }, { id }) {
    const replies = [await admin.post(id, {}), await admin.post(id, "[", {})];
    for (const { headers } of replies) assert.match(headers.get("x-request-id") ?? "", /^[\w-]{36}$/);
  },

  async "declares that its answer contains secrets"(_bench, { id, output, properties }) {
    const isDeclared = properties.some((one) => one.startsWith("gives-"));
    if (!isDeclared)
      assert.deepEqual(secretsOf(output), [], `${id} must declare the property "gives-key" or "gives-secret"`);
  },

  async "has examples that are valid calls"({ admin, assertDeclared }, operation) {
    assert.ok(operation.examples.length > 0, `${operation.id} has no example`);
    for (const { title, input } of operation.examples) {
      const reply = await admin.post(operation.id, input);
      const isAnswered = [200, 404, 409].includes(reply.status);
      assert.ok(isAnswered, `The example ${JSON.stringify(title)} returns ${reply.status}: ${detailOf(reply)}`);
      assertDeclared(operation, reply);
      const text = JSON.stringify(reply.body);
      for (const [property, pattern] of SECRETS)
        if (pattern.test(text))
          assert.ok(operation.properties.includes(property), `${operation.id} answers a secret, but not "${property}"`);
      if (reply.status === 200) assertFits(operation, reply);
    }
  },
};

/** Asserts that an answer matches the operation's output schema or is a plan. */
export function assertFits({ id, kind, output }: OperationEntry, { body, headers }: Reply): void {
  const isPlan = kind === "command" && body.dryRun === true;
  const issues = check(isPlan ? DryRun : (output as TSchema), body);
  assert.deepEqual(issues, [], `${id} has an answer that does not match its schema`);
  if (isPlan) assert.equal(headers.get("etag"), `"${body.digest}"`);
}

export const detailOf = ({ body }: Reply): string => body.detail ?? JSON.stringify(body);
