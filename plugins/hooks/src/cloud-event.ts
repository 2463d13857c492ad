import type { MessageRecord } from "./collections.ts";

/** The event as CloudEvents 1.0 writes it in JSON; `actor` is an extension. */
export function cloudEventOf({ number, place, source, type, subject, time, actor, data }: MessageRecord) {
  return {
    specversion: "1.0",
    id: `${number}.${place}`,
    source,
    type,
    ...(subject !== undefined && { subject }),
    time,
    datacontenttype: "application/json",
    actor,
    data,
  };
}
