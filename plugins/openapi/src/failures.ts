import type { Manifest, OperationEntry, RouteEntry } from "@postern/core";
import type { Json } from "./json.ts";

type ErrorEntry = Manifest["errors"][number];

/** The meaning of each error status, for all operations. */
const MEANINGS: Readonly<Record<number, string>> = {
  400: "The request is invalid. `issues` lists the invalid fields",
  401: "The key is missing or invalid",
  403: "The key does not have the required `scope`, or the host or origin is not allowed",
  404: "The resource or the operation does not exist",
  405: "The method is not allowed",
  409: "The request conflicts with the current state",
  412: "The plan has changed since it was shown",
  413: "The body is too large for the operation",
  415: "The body is not JSON",
  500: "Internal error of the gateway",
  503: "The operation is temporarily not available. Retry after `Retry-After` seconds",
};

/** Error statuses of all operations, and those of commands only. */
const SHARED: readonly number[] = [400, 401, 403, 413, 415, 500, 503];
const OF_COMMANDS: readonly number[] = [409, 412];

const nameOf = (status: number): string => `Problem${status}`;

/** The errors of an operation by status: its own and those of the gateway. */
export function failuresOf({ errors, kind }: OperationEntry, gateway: Manifest["errors"]): Json {
  const shared = kind === "query" ? SHARED : [...SHARED, ...OF_COMMANDS];
  const own = [...new Set(errors.map(({ status }) => status))];
  return Object.fromEntries([
    ...shared.map((status) => [status, { $ref: `#/components/responses/${nameOf(status)}` }]),
    ...own.map((status) => {
      const common = shared.includes(status) ? gateway : [];
      return [status, failure(status, [...errors, ...common])];
    }),
  ]);
}

/** The errors of a route that is not an operation, by status. Body errors apply only to routes with a body. */
export function failuresOfRoute({ errors, body }: RouteEntry): Json {
  const shared = SHARED.filter((status) => body || (status !== 413 && status !== 415));
  const own = [...new Set(errors.map(({ status }) => status))];
  return Object.fromEntries([
    ...shared.map((status) => [status, { $ref: `#/components/responses/${nameOf(status)}` }]),
    [405, failure(405, [])],
    ...own.map((status) => [status, failure(status, errors)]),
  ]);
}

/** The errors shared by all operations. */
export function responsesOf({ errors }: Manifest): Json {
  return Object.fromEntries([...SHARED, ...OF_COMMANDS].map((status) => [nameOf(status), failure(status, errors)]));
}

/** Codes are examples and not an enum, because clients must handle unknown codes. */
function failure(status: number, errors: readonly ErrorEntry[]): Json {
  const matching = errors.filter((error) => error.status === status);
  const codes = matching.map(({ code }) => code);
  const code = { type: "string", examples: codes };
  return {
    description: [
      MEANINGS[status] ?? "Refused",
      "",
      ...matching.map(({ code, title }) => `- \`${code}\`: ${title}`),
    ].join("\n"),
    headers: { "X-Request-Id": { $ref: "#/components/headers/RequestId" } },
    content: {
      "application/problem+json": {
        schema: { allOf: [{ $ref: "#/components/schemas/Problem" }, { type: "object", properties: { code } }] },
      },
    },
    "x-postern-codes": codes,
  };
}
