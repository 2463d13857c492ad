import assert from "node:assert/strict";
import type { Reply } from "../gateway.ts";
import { detailOf } from "./answers.ts";
import type { Promised } from "./bench.ts";

/** What every operation refuses, in this order. */
export const refusals: Promised = {
  async "answers 401 to a request without a valid key"({ gateway }, { path }) {
    for (const headers of [undefined, { authorization: `Bearer rctx_${"x".repeat(43)}` }]) {
      const request = new Request(`http://localhost${path}`, {
        method: "POST",
        body: "[",
        ...(headers && { headers }),
      });
      const response = await gateway.fetch(request);
      assert.equal(response.status, 401);
      assert.equal(((await response.json()) as { code: string }).code, "gateway.unauthenticated");
    }
  },

  async "answers 403 to a key without the scope, with any body"({ client }, { id, scope }) {
    if (scope === "any") return;
    const stranger = await client(["nobody:read"]);
    for (const body of [undefined, {}, { "no-such-field": 1 }, "["]) {
      const reply = await stranger.post(id, body, { "content-type": "text/plain" });
      assertRefused(reply, 403, "gateway.forbidden");
      assert.equal(reply.body.scope, scope);
    }
  },

  async "answers 405 to methods other than POST"({ admin }, { path }) {
    for (const method of ["GET", "PUT", "DELETE"]) {
      const reply = await admin.send(path, { method });
      assertRefused(reply, 405, "gateway.method_not_allowed");
      assert.equal(reply.headers.get("allow"), "POST");
    }
  },

  async "answers 415 to a body that is not sent as plain JSON"({ admin }, { id }) {
    const typed = await admin.post(id, "{}", { "content-type": "text/plain" });
    assertRefused(typed, 415, "gateway.unsupported_media_type");
    const packed = await admin.post(id, "{}", { "content-encoding": "gzip" });
    assertRefused(packed, 415, "gateway.unsupported_media_type");
  },

  async "answers 400 to a body that is not a JSON object"({ admin }, { id }) {
    for (const body of ["[]", '"text"', "1", "null", "{", '{"__proto__":{}}'])
      assertRefused(await admin.post(id, body), 400, "gateway.invalid_json");
  },

  async "answers 400 to a missing field and names it"({ admin }, operation) {
    const [example] = operation.examples;
    for (const field of (operation.input.required as string[] | undefined) ?? []) {
      const { [field]: _, ...rest } = { ...example?.input };
      assertNames(await admin.post(operation.id, rest), `/${field}`);
    }
  },

  async "answers 400 to an unknown field and names it"({ admin }, operation) {
    const input = operation.examples[0]?.input;
    for (const field of ["no-such-field", "Execute", "idempotencykey"])
      assertNames(await admin.post(operation.id, { ...input, [field]: "x" }), `/${field}`);
  },

  async "accepts execute as true or false, and only if it is a command"({ admin }, { id, kind, examples }) {
    const input = examples[0]?.input;
    const wrong = kind === "command" ? ["true", 1, null] : [true, false];
    for (const execute of wrong) assertNames(await admin.post(id, { ...input, execute }), "/execute");
  },

  async "shows the plan of a command with execute: false"({ admin }, { id, kind, examples }) {
    if (kind === "query") return;
    for (const { input } of examples) {
      const reply = await admin.post(id, { ...input, execute: false });
      // The specification of an operation may have no such field.
      if (reply.status === 400) assertNames(reply, "/execute");
      if (reply.status === 400) continue;
      const asked = await admin.post(id, input, { "x-dry-run": "true" });
      assert.deepEqual([reply.status, reply.body.digest], [asked.status, asked.body.digest], detailOf(reply));
    }
  },
};

function assertRefused(reply: Reply, status: number, code: string): void {
  assert.equal(`${reply.status} ${reply.body.code}`, `${status} ${code}`, detailOf(reply));
  assert.equal(reply.headers.get("content-type"), "application/problem+json");
}

function assertNames(reply: Reply, path: string): void {
  assertRefused(reply, 400, "gateway.invalid_input");
  const paths = (reply.body.issues as { path: string }[]).map((issue) => issue.path);
  assert.ok(paths.includes(path), `The refusal names ${paths.join(", ")} and not ${path}`);
}
