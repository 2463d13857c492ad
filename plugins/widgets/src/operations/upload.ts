import { defineCommand, gatewayErrors, T } from "@postern/core";
import { PartRefused } from "../errors.ts";
import { partFor } from "../folder/parts.ts";
import { group } from "../group.ts";
import { placeIdIn } from "../place.ts";
import { PART_BYTES, Part, Scope } from "../schemas.ts";
import { secretOf } from "../serve/tickets.ts";

const MOST_PARTS = 500;

export const upload = defineCommand(group, {
  id: "widgets.upload",
  summary: "Upload parts of files, which a check or a publish then names",
  description:
    "For a folder that the gateway does not see: cut each file into parts of up to 1 MiB, upload them, and name the parts of each file in `files` of widgets.check or widgets.publish. A part is known to its uploader alone, and is kept for at least an hour; the same part again is kept once.",
  input: T.Object({
    parts: T.Array(T.String({ maxLength: 4 * Math.ceil(PART_BYTES / 3), description: "1 byte to 1 MiB, in base64" }), {
      ...{ minItems: 1, maxItems: MOST_PARTS },
      description: "Parts of files, in any order",
    }),
    scope: T.Optional({ ...Scope, description: "Where it will be published, for a key that is narrowed to a scope" }),
  }),
  output: T.Object({
    parts: T.Array(Part, { description: "Their names, in the order of the input" }),
    bytes: T.Integer({ description: "Size of all parts" }),
  }),
  errors: [PartRefused],
  examples: [{ title: "One small file", input: { parts: ["SGVsbG8="] } }],
  bodyLimit: 8 * 2 ** 20,
  resource: ({ scope }) => placeIdIn(scope),
  plan(_ctx, { parts }) {
    const bytes = parts.map(bytesOf).reduce((sum, { length }) => sum + length, 0);
    const shown = parts.length === 1 ? "a part" : `${parts.length} parts`;
    return { summary: `Keep ${shown} of files, ${bytes} bytes`, bytes };
  },
  async execute({ store, caller, blobs }, { bytes }, { parts }) {
    const secret = await secretOf(store);
    if (secret === undefined) throw gatewayErrors.Unavailable({ reason: "The widgets are not ready yet" });
    const kept: string[] = [];
    for (const [index, part] of parts.entries())
      kept.push(partFor(secret, caller, await blobs.write(bytesOf(part, index))));
    return { parts: kept, bytes };
  },
});

/** Exactly what was encoded: decoding skips what is no base64. */
function bytesOf(part: string, index: number): Buffer {
  const bytes = Buffer.from(part, "base64");
  const isExact = bytes.length > 0 && bytes.length <= PART_BYTES && bytes.toString("base64") === part;
  if (!isExact) throw PartRefused({ index, limit: PART_BYTES });
  return bytes;
}
