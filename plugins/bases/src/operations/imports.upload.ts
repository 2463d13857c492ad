import { defineCommand, gatewayErrors, T } from "@postern/core";
import { baseIdIn, basesIn, envelopeOf, isoOf, openBaseOf } from "../base.ts";
import { BaseAmbiguous, BaseArchived, BaseNotFound } from "../errors.ts";
import { group } from "../group.ts";
import { BaseRef, envelope } from "../schemas.ts";
import { importParts, PART_BYTES, Parts } from "../transfer/parts.ts";

const MAX_PARTS = 100;

export const importsUpload = defineCommand(group, {
  id: "bases.imports.upload",
  summary: "Upload parts of a file to import",
  description:
    "For a file too large for one request: split it into parts of up to 4 MiB, upload them, and list their " +
    "names in `parts` of `bases.rows.import`. A part can be imported into this base for a day. Uploading the same part " +
    "again is idempotent.",
  input: T.Object({
    base: BaseRef,
    parts: T.Array(T.String({ maxLength: 4 * Math.ceil(PART_BYTES / 3), description: "1 byte to 4 MiB, in base64" }), {
      ...{ minItems: 1, maxItems: MAX_PARTS },
      description: "Parts of a file, in any order",
    }),
  }),
  output: T.Object({
    parts: { ...Parts, description: "Names of the parts, in the order of the input" },
    bytes: T.Integer({ description: "Total size in bytes" }),
    ...envelope,
  }),
  errors: [BaseNotFound, BaseAmbiguous, BaseArchived],
  examples: [{ title: "Upload one small part", input: { base: "leads", parts: ["Y29tcGFueSx3b3J0aAo="] } }],
  bodyLimit: 8 * 2 ** 20,
  resource: baseIdIn,
  resources: basesIn,
  async plan(ctx, { base: ref, parts }) {
    const { id, slug } = await openBaseOf(ctx, ref);
    const bytes = parts.map(bytesOf).reduce((sum, { length }) => sum + length, 0);
    const shown = parts.length === 1 ? "1 part" : `${parts.length} parts`;
    return { summary: `Upload ${shown} of a file (${bytes} bytes) to the base "${slug}"`, baseId: id, bytes };
  },
  async execute(ctx, { baseId, bytes }, { parts }) {
    const names: string[] = [];
    for (const [index, part] of parts.entries()) {
      const content = bytesOf(part, index);
      const blob = await ctx.blobs.write(content);
      await ctx.store.put(importParts, { baseId, blob, size: content.length, uploadedAt: isoOf(ctx.now) });
      names.push(blob);
    }
    return { parts: names, bytes, ...(await envelopeOf(ctx, await openBaseOf(ctx, baseId))) };
  },
});

/** The decoded bytes. The decoder would skip invalid characters, so the encoding must round-trip. */
function bytesOf(part: string, index: number): Buffer {
  const bytes = Buffer.from(part, "base64");
  if (bytes.length > 0 && bytes.length <= PART_BYTES && bytes.toString("base64") === part) return bytes;
  const message = `must be 1 to ${PART_BYTES} bytes in base64, with padding and without line breaks`;
  throw gatewayErrors.InvalidInput({ issues: [{ path: `/parts/${index}`, code: "base64", message }] });
}
