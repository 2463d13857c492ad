import type { OperationEntry } from "@postern/core";
import { parsed } from "./commands/call.ts";
import type { LongDocument } from "./documents.ts";
import { Exit, Refusal } from "./exit.ts";
import type { Io } from "./io.ts";
import { showProgress } from "./output/progress.ts";
import type { Connection, Reply } from "./remote.ts";

type Fields = Readonly<Record<string, unknown>>;
type Upload = Pick<OperationEntry, "path" | "input">;

/**
 * Uploads parts in one request, with the fields of the call that the upload also has; returns the names of the parts,
 * in order, or the gateway's error.
 */
export async function sendParts(
  parts: readonly Uint8Array[],
  body: Fields,
  { path, input }: Upload,
  connection: Connection,
): Promise<{ names: readonly unknown[] } | { refused: Reply }> {
  const known = Object.keys((input as { properties?: object }).properties ?? {});
  const shared = Object.fromEntries(Object.entries(body).filter(([name]) => known.includes(name)));
  const encoded = parts.map((part) => Buffer.from(part.buffer, part.byteOffset, part.length).toString("base64"));
  const reply = await connection.send(path, {
    body: JSON.stringify({ ...shared, parts: encoded }),
    headers: { "content-type": "application/json" },
  });
  if (reply.status !== 200) return { refused: reply };
  const { parts: names } = parsed(reply.text) ?? {};
  if (Array.isArray(names) && names.length === parts.length) return { names };
  throw new Refusal("The response to the upload does not come from a gateway", Exit.failed);
}

/** Uploads a document part by part; returns the field for the call, or the gateway's error. */
export async function sendDocument(
  { flag: { field, upload: id }, parts, size }: LongDocument,
  body: Fields,
  operations: readonly OperationEntry[],
  connection: Connection,
  io: Io,
): Promise<{ fields: Fields } | { refused: Reply }> {
  const upload = operations.find((operation) => operation.id === id);
  if (!upload) throw new Refusal(`The gateway has no operation ${id}, which uploads --${field}`, Exit.failed);
  const names: unknown[] = [];
  const task = { label: "Uploading", unit: "bytes", ...(size !== undefined && { total: size }) };
  for await (const part of showProgress(io, task, parts, ({ length }) => length)) {
    const outcome = await sendParts([part], body, upload, connection);
    if ("refused" in outcome) return outcome;
    names.push(...outcome.names);
  }
  return { fields: { parts: names } };
}
