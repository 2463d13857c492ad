import type { ErrorEntry, Manifest, OperationEntry } from "@postern/core";
import type { Json } from "./document.ts";

/** How each failing status comes about, whatever the operation. */
const MEANINGS: Readonly<Record<number, string>> = {
  400: "The request is not one that the operation takes; `issues` names each field at fault",
  401: "There is no valid key",
  403: "The key lacks a scope, which `scope` names, or the host or page is not allowed",
  404: "There is no such thing, or no such operation",
  405: "Another method than POST",
  409: "It does not go together with what is there",
  412: "The plan is no longer the one that was shown",
  413: "The body is longer than the operation takes",
  415: "The body is not plain JSON",
  500: "Something went wrong inside the gateway",
  503: "It cannot be done at present; try again after `Retry-After` seconds",
};

const SCHEMA = "#/components/schemas/Problem";

/** The failures of one operation by status: those of every operation, and its own, which stand beside the gateway's. */
export function failuresOf({ errors }: OperationEntry): Json {
  const statuses = [...new Set(errors.map(({ status }) => status))];
  const own = statuses.map((status) => [
    status,
    failure(
      status,
      errors.filter((error) => error.status === status),
    ),
  ]);
  const shared = SHARED.map((status) => [status, { $ref: `#/components/responses/${nameOf(status)}` }]);
  return Object.fromEntries([...shared, ...own]);
}

/** The failures that any operation may answer. */
export function responsesOf({ errors }: Manifest): Json {
  return Object.fromEntries(
    SHARED.map((status) => [
      nameOf(status),
      failure(
        status,
        errors.filter((error) => error.status === status),
      ),
    ]),
  );
}

/** Statuses of the gateway's own that a call to a known operation can meet. */
const SHARED: readonly number[] = [400, 401, 403, 409, 412, 413, 415, 500, 503];

const nameOf = (status: number): string => `Problem${status}`;

/** A gateway's own code may come with any status that an operation uses, so the codes are told and not closed. */
function failure(status: number, errors: readonly ErrorEntry[]): Json {
  const codes = errors.map(({ code }) => code);
  return {
    description: [MEANINGS[status] ?? "Refused", ...errors.map(({ code, title }) => `- \`${code}\`: ${title}`)].join(
      "\n",
    ),
    headers: { "X-Request-Id": { $ref: "#/components/headers/RequestId" } },
    content: {
      "application/problem+json": {
        schema: { allOf: [{ $ref: SCHEMA }, { properties: { code: { examples: codes } } }] },
      },
    },
    "x-postern-codes": codes,
  };
}
