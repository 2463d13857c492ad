import { defineQuery, oneOf, T } from "@postern/core";
import { described } from "@postern/kit/fields";
import { sounds } from "../collections.ts";
import { RequestNotFound, RequestNotReady, SoundTooLarge } from "../errors.ts";
import { group } from "../group.ts";
import { findRequest } from "../request.ts";
import { RequestId } from "../schemas.ts";
import { readSound } from "../sound.ts";

/** The answer is in memory as a whole, several times: as bytes, as base64 and as JSON. */
const MEBIBYTES = 128;

export const sound = defineQuery(group, {
  id: "audio.sound",
  summary: "Download the sound of a request",
  description:
    `The answer has the whole file, up to ${MEBIBYTES} MiB. GET /api/v1/audio/requests/{id}/audio streams the same ` +
    "bytes without base64, of any size and in ranges.",
  input: T.Object({ id: RequestId }),
  output: T.Object({
    content: T.String({
      contentMediaType: "audio/wav",
      contentEncoding: "base64",
      description: "The sound, in base64",
    }),
    encoding: described(oneOf("base64"), "Encoding of `content`"),
    type: T.String({ description: "Media type of the sound, such as audio/wav" }),
    bytes: T.Integer({ description: "Size of the sound in bytes" }),
  }),
  errors: [RequestNotFound, RequestNotReady, SoundTooLarge],
  examples: [{ title: "The sound of a request", input: { id: "inbox-42" } }],
  resource: ({ id }) => id,
  async run({ store, blobs }, { id }) {
    const { state } = await findRequest(store, id);
    const found = await store.get(sounds, id);
    if (!found) throw RequestNotReady({ id, state });
    const { type, bytes } = found;
    if (bytes > MEBIBYTES * 2 ** 20) throw SoundTooLarge({ id, bytes, limit: MEBIBYTES });
    const content = await new Response(readSound(blobs, found, 0, bytes)).arrayBuffer();
    return { content: Buffer.from(content).toString("base64"), encoding: "base64" as const, type, bytes };
  },
});
