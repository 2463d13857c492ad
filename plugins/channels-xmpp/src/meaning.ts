import type { Element } from "./element.ts";
import { NS } from "./names.ts";

/** The meaning of a message. `of` is the id that refers to the changed message. */
type Meaning =
  | { readonly type: "message"; readonly text: string }
  | { readonly type: "edit"; readonly of: string; readonly text: string }
  | { readonly type: "delete"; readonly of: string }
  | { readonly type: "reactions"; readonly of: string; readonly emoji: ReadonlySet<string> };

const EMOJI = { most: 20, length: 64 };

/** Undefined for stanzas without content, such as typing notifications, receipts and presence. */
export function meaningOf(stanza: Element): Meaning | undefined {
  const retracted = retractedBy(stanza);
  if (retracted) return { type: "delete", of: retracted };
  const reactions = stanza.getChild("reactions", NS.reactions);
  if (reactions?.attrs.id) {
    const all = reactions.getChildren("reaction").map((reaction) => reaction.text().trim());
    const emoji = new Set(all.filter((one) => one !== "" && one.length <= EMOJI.length).slice(0, EMOJI.most));
    return { type: "reactions", of: String(reactions.attrs.id), emoji };
  }
  const text = stanza.getChildText("body");
  if (text === null || text === undefined || text === "") return undefined;
  const replaced = stanza.getChild("replace", NS.correct)?.attrs.id;
  return replaced ? { type: "edit", of: String(replaced), text } : { type: "message", text };
}

function retractedBy(stanza: Element): string | undefined {
  const now = stanza.getChild("retract", NS.retract)?.attrs.id;
  if (now) return String(now);
  const before = stanza.getChild("apply-to", NS.fasten);
  return before?.getChild("retract", NS.retractOld) && before.attrs.id ? String(before.attrs.id) : undefined;
}

/** The ids of a message: the sender's, and the archive's if the archive can be trusted. */
export function idsOf(stanza: Element, archive: string | undefined): { origin?: string; archived?: string } {
  const origin = stanza.getChild("origin-id", NS.stanzaId)?.attrs.id ?? stanza.attrs.id;
  const archived = archive === undefined ? undefined : archivedAs(stanza, archive);
  return {
    ...(origin && { origin: String(origin).slice(0, 256) }),
    ...(archived !== undefined && { archived }),
  };
}

/** The id that an archive assigned. The last one counts: the archive adds its own, and earlier ones may be forged. */
export function archivedAs(stanza: Element, archive: string): string | undefined {
  const ids = stanza.getChildren("stanza-id", NS.stanzaId).filter(({ attrs }) => attrs.by === archive);
  const id = ids.at(-1)?.attrs.id;
  return id ? String(id).slice(0, 256) : undefined;
}
