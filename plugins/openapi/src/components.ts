import type { Manifest } from "@postern/core";
import { responsesOf } from "./failures.ts";
import type { Json } from "./json.ts";

const text = (description: string, more: Json = {}): Json => ({ type: "string", description, ...more });

const header = (name: string, description: string, schema: Json): Json => ({
  name,
  in: "header",
  description,
  schema: { type: "string", ...schema },
});

/** What every operation has in common, beside the schemas of all groups. */
export function componentsOf(manifest: Manifest, schemas: Json): Json {
  return {
    securitySchemes: {
      key: { type: "http", scheme: "bearer", bearerFormat: "rctx", description: "A key of a context: `rctx_…`" },
    },
    parameters: {
      RequestId: header("X-Request-Id", "A name for this request, kept in the answer and the log", {
        pattern: "^[A-Za-z0-9._~:-]{1,128}$",
      }),
      IdempotencyKey: header(
        "Idempotency-Key",
        "The first outcome under this key is kept for a day and answered again: nothing is done twice",
        { pattern: "^[A-Za-z0-9._~:-]{1,128}$" },
      ),
      IfMatch: header("If-Match", "The digest of a plan, in double quotes: exactly that plan is run, or nothing", {
        pattern: '^"[A-Za-z0-9_-]{1,128}"$',
      }),
      DryRun: header("X-Dry-Run", "Answers with the plan and changes nothing", { enum: ["true"] }),
    },
    headers: {
      RequestId: { description: "The name of this request", schema: { type: "string" } },
      PlanDigest: { description: "Of a dry run: the digest of its plan, in double quotes", schema: { type: "string" } },
      Replayed: {
        description: "`true` where the first outcome under the Idempotency-Key is answered again",
        schema: { type: "string", enum: ["true"] },
      },
    },
    examples: { DryRun: { summary: "A dry run", value: dryRunExample } },
    responses: responsesOf(manifest),
    schemas: { ...schemas, Problem, DryRun },
  };
}

const Problem: Json = {
  type: "object",
  description: "What went wrong (RFC 9457); further members tell more, by `code`",
  required: ["type", "title", "status", "detail", "message", "code", "requestId"],
  properties: {
    type: text("A name for this kind of problem", { format: "uri" }),
    title: text("The kind of problem, for people"),
    status: { type: "integer", minimum: 400, maximum: 599 },
    detail: text("What went wrong here, for people"),
    message: text("The same as `detail`, for clients that do not know RFC 9457"),
    code: text("The kind of problem, for programs: `<group>.<what>`", { pattern: "^[a-z][a-z0-9-]*\\.[a-z0-9_]+$" }),
    requestId: text("The request's name, under which the log tells more"),
    fix: text("The command that helps"),
    issues: {
      type: "array",
      description: "Each field at fault; `path` is a JSON pointer into the body",
      items: {
        type: "object",
        required: ["path", "code", "message"],
        properties: { path: { type: "string" }, code: { type: "string" }, message: { type: "string" } },
      },
    },
  },
};

const DryRun: Json = {
  type: "object",
  description: "What would be done. Nothing has been.",
  required: ["dryRun", "plan", "digest"],
  properties: {
    dryRun: { type: "boolean", const: true },
    plan: {
      type: "object",
      required: ["summary"],
      properties: {
        summary: text("One sentence"),
        effects: { type: "array", items: { type: "string" }, description: "The outside systems that it reaches" },
      },
    },
    digest: text("Of the operation, its input and the plan: send it as `If-Match` to run exactly this"),
  },
};

const dryRunExample: Json = {
  dryRun: true,
  plan: { summary: "What would be done, in one sentence", effects: [] },
  digest: "A".repeat(43),
};
