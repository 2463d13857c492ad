/** Statuses that the gateway itself answers, with what they mean. */
const MEANINGS = {
  400: "The request is malformed, or its body does not fit the schema.",
  401: "There is no valid key.",
  403: "The key lacks the scope.",
  409: "It conflicts with what is stored.",
  412: "The plan is no longer the one that was shown.",
  413: "The body is too long.",
  415: "The body is not uncompressed JSON.",
  500: "Something went wrong inside the gateway.",
  503: "The plugin or the store cannot do it now.",
} as const;

type ProblemStatus = keyof typeof MEANINGS;

export const PROBLEM_STATUSES = Object.keys(MEANINGS).map(Number) as ProblemStatus[];

export const isProblemStatus = (status: number): status is ProblemStatus => status in MEANINGS;

export const problemResponse = (status: ProblemStatus) => ({
  description: MEANINGS[status],
  content: { "application/problem+json": { schema: { $ref: "#/components/schemas/Problem" } } },
});

/** RFC 9457, with the members that this gateway adds; an error's own data stand beside them. */
export const problem = {
  type: "object",
  required: ["type", "title", "status", "detail", "code", "requestId"],
  properties: {
    type: { type: "string" },
    title: { type: "string" },
    status: { type: "integer" },
    detail: { type: "string", description: "One sentence for this case." },
    code: { type: "string", description: "Stable: <group>.<what>, or gateway.<what>." },
    requestId: { type: "string" },
    fix: { type: "string", description: "The command that helps." },
    issues: {
      type: "array",
      items: {
        type: "object",
        required: ["path", "code", "message"],
        properties: {
          path: { type: "string", description: "A JSON pointer into the body." },
          code: { type: "string" },
          message: { type: "string" },
        },
      },
    },
  },
};
