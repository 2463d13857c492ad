import { defineRoute, digestOf, type PluginContext } from "@postern/core";
import { type SoundRecord, sounds } from "./collections.ts";
import { RequestNotFound, RequestNotReady } from "./errors.ts";
import { group } from "./group.ts";
import { findRequest } from "./request.ts";
import { readSound } from "./sound.ts";

/** Downloads the sound of a request, whole or in ranges. */
export const sound = defineRoute(group, {
  method: "GET",
  path: "/api/v1/audio/requests/:id/audio",
  summary: "Download the sound of a request",
  description:
    "The media type is `sound.type` in the answer of `audio.requests.show`. Send a `Range` header to download a part.",
  scope: "audio:read",
  produces: "audio/*",
  answers: {
    "206": "The requested range",
    "304": "The sound matches If-None-Match",
    "416": "The range is outside the sound; Content-Range has its length",
  },
  errors: [RequestNotFound, RequestNotReady],
  async handle({ headers, method }, { host, params: { id = "" } }) {
    const { state } = await findRequest(host.store, id);
    const sound = await host.store.get(sounds, id);
    if (!sound) throw RequestNotReady({ id, state });
    const etag = `"${digestOf(sound.parts).slice(0, 27)}"`;
    const shared = {
      etag,
      "accept-ranges": "bytes",
      "cache-control": "private, no-cache",
      "content-type": sound.type,
      "content-disposition": "inline",
      "x-content-type-options": "nosniff",
    };
    if (matches(headers.get("if-none-match"), etag)) return new Response(null, { status: 304, headers: shared });
    const range = rangeIn(headers, etag, sound.bytes);
    if (range === "none")
      return new Response(null, { status: 416, headers: { ...shared, "content-range": `bytes */${sound.bytes}` } });
    const [begin, end] = range ?? [0, sound.bytes];
    const length = { "content-length": String(end - begin) };
    const part = range && { "content-range": `bytes ${begin}-${end - 1}/${sound.bytes}` };
    return new Response(method === "HEAD" ? null : bodyOf(host, sound, begin, end), {
      status: range ? 206 : 200,
      headers: { ...shared, ...length, ...part },
    });
  },
});

const bodyOf = ({ blobs }: PluginContext<typeof group>, sound: SoundRecord, begin: number, end: number) =>
  readSound(blobs, sound, begin, end);

const matches = (header: string | null, etag: string): boolean =>
  header !== null &&
  (header.trim() === "*" || header.split(",").some((one) => one.trim().replace(/^W\//, "") === etag));

/** Start (inclusive) and end (exclusive) of the requested range; `none` if it is outside the sound, undefined for all. */
function rangeIn(headers: Headers, etag: string, bytes: number): [number, number] | "none" | undefined {
  const [, first = "", last = ""] = /^bytes=(\d*)-(\d*)$/.exec(headers.get("range")?.trim() ?? "") ?? [];
  const condition = headers.get("if-range");
  // Multiple ranges, and ranges of an older version, are answered with the whole sound.
  if ((first === "" && last === "") || (condition !== null && condition.trim() !== etag)) return undefined;
  if (first === "") return Number(last) === 0 ? "none" : [Math.max(0, bytes - Number(last)), bytes];
  const begin = Number(first);
  const end = last === "" ? bytes : Math.min(bytes, Number(last) + 1);
  if (last !== "" && Number(last) < begin) return undefined;
  return begin >= bytes ? "none" : [begin, end];
}
