import {
  type ListResourcesResult,
  type ListResourceTemplatesResult,
  ProtocolError,
  ProtocolErrorCode,
  type ReadResourceResult,
  ResourceNotFoundError,
} from "@modelcontextprotocol/server";
import { callOperation } from "../calls/operation.ts";
import { answerOf } from "../calls/result.ts";
import type { Session } from "../session.ts";
import { operationsFor } from "../tools/operations.ts";
import { type Addressed, addressesOf, resolveUri, uriOf } from "./addresses.ts";
import { asText } from "./text.ts";

const MIME_TYPE = "text/plain";

const addressesFor = ({ host, caller, options }: Session): Addressed[] =>
  addressesOf(operationsFor(host.manifest, caller, options.groups));

const hasFields = ({ parts }: Addressed): boolean => parts.some((part) => part.startsWith("{"));

/** The collections: what is in them is found by reading them. */
export const listResources = (session: Session): ListResourcesResult => ({
  resources: addressesFor(session)
    .filter((one) => !hasFields(one))
    .map((one) => ({ uri: uriOf(one), ...described(one) })),
});

export const listTemplates = (session: Session): ListResourceTemplatesResult => ({
  resourceTemplates: addressesFor(session)
    .filter(hasFields)
    .map((one) => ({ uriTemplate: uriOf(one), ...described(one) })),
});

const described = ({ operation: { id, summary } }: Addressed) => ({ name: id, title: summary, mimeType: MIME_TYPE });

/** The answer of the query of an address, as text. */
export async function readResource(session: Session, uri: string): Promise<ReadResourceResult> {
  const found = resolveUri(uri, addressesFor(session));
  if (!found) throw new ResourceNotFoundError(uri);
  const reply = await callOperation(session, found.operation, { input: found.input });
  const { isError, text } = answerOf(reply);
  const value = JSON.parse(text);
  if (!isError) return { contents: [{ uri, mimeType: MIME_TYPE, text: asText(value) }] };
  throw new ProtocolError(ProtocolErrorCode.InvalidParams, `${value.code}: ${value.message}`, value);
}
