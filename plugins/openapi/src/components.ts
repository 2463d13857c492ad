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

/** Components shared by all operations, and the schemas of all groups. */
export function componentsOf(manifest: Manifest, schemas: Json): Json {
  return {
    securitySchemes: {
      key: { type: "http", scheme: "bearer", bearerFormat: "rctx", description: "API key: `rctx_…`" },
    },
    parameters: {
      RequestId: header("X-Request-Id", "Id of the request, which is returned in the response and written to the log", {
        pattern: "^[A-Za-z0-9._~:-]{1,128}$",
      }),
      IdempotencyKey: header(
        "Idempotency-Key",
        "A repeated request with the same key returns the first response instead of executing again. Keys are kept for a day",
        { pattern: "^[A-Za-z0-9._~:-]{1,128}$" },
      ),
      IfMatch: header(
        "If-Match",
        "Digest of a plan, in double quotes. The command is executed only if its plan has this digest",
        {
          pattern: '^"[A-Za-z0-9_-]{1,128}"$',
        },
      ),
      Propose: header("X-Postern-Propose", "Ask for an approval, even if the key may execute the command", {
        enum: ["true"],
      }),
      Reason: header(
        "X-Postern-Reason",
        "Why the caller wants it, for those who approve it: percent-encoded UTF-8",
        {},
      ),
      Position: header(
        "Postern-Position",
        "Number from an earlier response, possibly of another gateway on the same store. The request waits until it sees that commit",
        { pattern: "^[0-9]{1,15}$" },
      ),
      DryRun: header("X-Dry-Run", "Return the plan without executing it", { enum: ["true"] }),
    },
    headers: {
      RequestId: { description: "Id of the request", schema: { type: "string" } },
      Position: {
        description:
          "Number of the last commit. Send it with a request to any gateway on the same store, to see that commit",
        schema: { type: "string" },
      },
      PlanDigest: { description: "Digest of the plan of a dry run, in double quotes", schema: { type: "string" } },
      Replayed: {
        description: "`true` if the response is repeated for the same Idempotency-Key",
        schema: { type: "string", enum: ["true"] },
      },
    },
    examples: { DryRun: { summary: "A dry run", value: dryRunExample } },
    responses: responsesOf(manifest),
    schemas: { ...schemas, Problem, CommandPlan, DryRun },
  };
}

const Problem: Json = {
  type: "object",
  description: "Problem document (RFC 9457). Additional members depend on `code`",
  required: ["type", "title", "status", "detail", "message", "code", "requestId"],
  properties: {
    type: text("URI of the problem type", { format: "uri" }),
    title: text("Title of the problem type"),
    status: { type: "integer", minimum: 400, maximum: 599 },
    detail: text("Explanation of this problem"),
    message: text("The same as `detail`, for clients that do not know RFC 9457"),
    code: text("Stable error code, such as `chats.chat_not_found`", { pattern: "^[a-z][a-z0-9-]*\\.[a-z0-9_]+$" }),
    requestId: text("Id of the request, which also appears in the log"),
    fix: text("Command that helps to fix the problem"),
    issues: {
      type: "array",
      description: "Invalid fields; `path` is a JSON pointer into the body",
      items: {
        type: "object",
        required: ["path", "code", "message"],
        properties: { path: { type: "string" }, code: { type: "string" }, message: { type: "string" } },
      },
    },
  },
};

const CommandPlan: Json = {
  type: "object",
  required: ["summary"],
  properties: {
    summary: text("Summary of the plan in one sentence"),
    effects: { type: "array", items: { type: "string" }, description: "External systems that the command affects" },
  },
};

const DryRun: Json = {
  type: "object",
  description: "Plan of a command that was not executed",
  required: ["dryRun", "plan", "digest"],
  properties: {
    dryRun: { type: "boolean", const: true },
    plan: { $ref: "#/components/schemas/CommandPlan" },
    digest: text(
      "Digest of the operation, its input, the plan and the caller. Send it as `If-Match` to execute exactly this plan",
    ),
  },
};

const dryRunExample: Json = {
  dryRun: true,
  plan: { summary: "Summary of the plan in one sentence", effects: [] },
  digest: "A".repeat(43),
};
