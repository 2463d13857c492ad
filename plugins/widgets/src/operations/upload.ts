import { defineCommand, T } from "@postern/core";
import { PartRefused } from "../errors.ts";
import { partFor, partSignerOf } from "../folder/parts.ts";
import { group } from "../group.ts";
import { placeIdIn } from "../place.ts";
import { PART_BYTES, Part, Scope } from "../schemas.ts";

const MAX_PARTS = 500;

export const upload = defineCommand(group, {
  id: "widgets.upload",
  summary: "Upload parts of files for a check or publish",
  description:
    "For a folder that the gateway cannot read: split each file into parts of up to 1 MiB, upload them, and list the " +
    "parts of each file in `files` of widgets.check or widgets.publish. A part can only be used by its uploader and " +
    "is kept for at least one hour. Uploading the same part again is idempotent.",
  input: T.Object({
    parts: T.Array(T.String({ maxLength: 4 * Math.ceil(PART_BYTES / 3), description: "1 byte to 1 MiB, in base64" }), {
      ...{ minItems: 1, maxItems: MAX_PARTS },
      description: "Parts of files, in any order",
    }),
    scope: T.Optional({
      ...Scope,
      description: "Scope of the later publish; required for a key limited to a scope",
    }),
  }),
  output: T.Object({
    parts: T.Array(Part, { description: "Names of the parts, in the order of the input" }),
    bytes: T.Integer({ description: "Total size in bytes" }),
  }),
  errors: [PartRefused],
  examples: [{ title: "Upload one small file", input: { parts: ["SGVsbG8="] } }],
  bodyLimit: 8 * 2 ** 20,
  resource: ({ scope }) => placeIdIn(scope),
  plan(_ctx, { parts }) {
    const bytes = parts.map(bytesOf).reduce((sum, { length }) => sum + length, 0);
    const shown = parts.length === 1 ? "1 part" : `${parts.length} parts`;
    return { summary: `Upload ${shown} of files (${bytes} bytes)`, bytes };
  },
  async execute({ store, caller, blobs }, { bytes }, { parts }) {
    const signer = await partSignerOf(store);
    const kept: string[] = [];
    for (const [index, part] of parts.entries())
      kept.push(partFor(signer, caller, await blobs.write(bytesOf(part, index))));
    return { parts: kept, bytes };
  },
});

/** The decoded bytes. The decoder would skip invalid characters, so the encoding must round-trip. */
function bytesOf(part: string, index: number): Buffer {
  const bytes = Buffer.from(part, "base64");
  const isExact = bytes.length > 0 && bytes.length <= PART_BYTES && bytes.toString("base64") === part;
  if (!isExact) throw PartRefused({ index, limit: PART_BYTES });
  return bytes;
}
