import { digestOf } from "@postern/core";
import type { PlatformEvent } from "../schemas.ts";
import type { Inbound, Sender } from "../services.ts";

/** Maximum length: of a text in code points, of ids and names in UTF-16 units, and of a provenance as JSON. */
const MAX_TEXT_LENGTH = 1_000_000;
const MAX_ID_LENGTH = 1_024;
const MAX_NAME_LENGTH = 500;
const MAX_PROVENANCE_LENGTH = 65_536;

/** An event within these limits, because platforms may send anything. The provenance says what was cut or left out. */
export function normalized(adapter: string, inbound: Inbound): PlatformEvent {
  const { type, id, place, sender, at } = inbound;
  const text = "text" in inbound ? cut(inbound.text, MAX_TEXT_LENGTH) : undefined;
  const whole = "text" in inbound && text !== inbound.text ? { cutFrom: inbound.text.length } : {};
  const provenance = { ...asJson(inbound.provenance), ...whole };
  return {
    adapter,
    type,
    id: boundId(id),
    place: { id: place.id, kind: place.kind, ...(place.title && { title: cut(place.title, MAX_NAME_LENGTH) }) },
    sender: person(sender),
    ...(isTime(at) && { at: Math.trunc(at) }),
    ...(text !== undefined && { text }),
    ...("of" in inbound && { of: boundId(inbound.of) }),
    ...("emoji" in inbound && { emoji: cut(inbound.emoji, 128), removed: inbound.removed === true }),
    ...(Object.keys(provenance).length > 0 && { provenance }),
  };
}

const isTime = (at: number | undefined): at is number => at !== undefined && at >= 0 && at <= Number.MAX_SAFE_INTEGER;

function person({ id, name }: Sender): PlatformEvent["sender"] {
  return { id: boundId(id || "unknown"), ...(name && { name: cut(name, MAX_NAME_LENGTH) }) };
}

/** Deterministic: a long id always gives the same short one. */
const boundId = (id: string): string => (id.length <= MAX_ID_LENGTH ? id : `${cut(id, 100)}…${digestOf(id)}`);

/** The first `most` code points, so that no character is split. */
function cut(text: string, most: number): string {
  if (text.length <= most) return text;
  let end = 0;
  for (let count = 0; count < most && end < text.length; count++) end += (text.codePointAt(end) ?? 0) > 0xffff ? 2 : 1;
  return text.slice(0, end);
}

/** The provenance as JSON. It is left out if it cannot be encoded or is too large. */
function asJson(provenance: Inbound["provenance"]): Record<string, unknown> {
  if (provenance === undefined) return {};
  try {
    const json = JSON.stringify(provenance);
    if (json.length > MAX_PROVENANCE_LENGTH) return { leftOut: `${json.length} characters` };
    return JSON.parse(json) as Record<string, unknown>;
  } catch (error) {
    return { leftOut: String(error) };
  }
}
