import type { Manifest, OperationEntry, RouteEntry } from "@postern/core";
import type { Json } from "./json.ts";

type ErrorEntry = Manifest["errors"][number];

/** How each failing status comes about, whatever the operation. */
const MEANINGS: Readonly<Record<number, string>> = {
  400: "The request is not one that the operation takes; `issues` names each field at fault",
  401: "There is no valid key",
  403: "The key lacks a scope, which `scope` names, or the host or page is not allowed",
  404: "There is no such thing, or no such operation",
  405: "Another method than this",
  409: "It does not go together with what is there",
  412: "The plan is no longer the one that was shown",
  413: "The body is longer than the operation takes",
  415: "The body is not plain JSON",
  500: "Something went wrong inside the gateway",
  503: "It cannot be done at present; try again after `Retry-After` seconds",
};

/** Statuses that any call to a known operation can meet, and those that only a command can. */
const SHARED: readonly number[] = [400, 401, 403, 413, 415, 500, 503];
const OF_COMMANDS: readonly number[] = [409, 412];

const nameOf = (status: number): string => `Problem${status}`;

/** The failures of one operation by status: its own errors, and the gateway's with them. */
export function failuresOf({ errors, kind }: OperationEntry, gateway: Manifest["errors"]): Json {
  const shared = kind === "query" ? SHARED : [...SHARED, ...OF_COMMANDS];
  const own = [...new Set(errors.map(({ status }) => status))];
  return Object.fromEntries([
    ...shared.map((status) => [status, { $ref: `#/components/responses/${nameOf(status)}` }]),
    ...own.map((status) => {
      const beside = shared.includes(status) ? gateway : [];
      return [status, failure(status, [...errors, ...beside])];
    }),
  ]);
}

/** The failures of what is no operation, by status; only what takes a body refuses one. */
export function failuresOfRoute({ errors, body }: RouteEntry): Json {
  const shared = SHARED.filter((status) => body || (status !== 413 && status !== 415));
  const own = [...new Set(errors.map(({ status }) => status))];
  return Object.fromEntries([
    ...shared.map((status) => [status, { $ref: `#/components/responses/${nameOf(status)}` }]),
    [405, failure(405, [])],
    ...own.map((status) => [status, failure(status, errors)]),
  ]);
}

/** The failures that have nothing of one operation in them. */
export function responsesOf({ errors }: Manifest): Json {
  return Object.fromEntries([...SHARED, ...OF_COMMANDS].map((status) => [nameOf(status), failure(status, errors)]));
}

/** Codes are told and not closed: a client must bear one that it does not know. */
function failure(status: number, errors: readonly ErrorEntry[]): Json {
  const told = errors.filter((error) => error.status === status);
  const codes = told.map(({ code }) => code);
  const code = { type: "string", examples: codes };
  return {
    description: [MEANINGS[status] ?? "Refused", "", ...told.map(({ code, title }) => `- \`${code}\`: ${title}`)].join(
      "\n",
    ),
    headers: { "X-Request-Id": { $ref: "#/components/headers/RequestId" } },
    content: {
      "application/problem+json": {
        schema: { allOf: [{ $ref: "#/components/schemas/Problem" }, { type: "object", properties: { code } }] },
      },
    },
    "x-postern-codes": codes,
  };
}
