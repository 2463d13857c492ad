import { randomUUID } from "node:crypto";
import type { Element } from "./element.ts";
import { NS } from "./names.ts";
import { bare, type Session } from "./session.ts";

/** An archived message. */
export interface Archived {
  readonly id: string;
  readonly stanza: Element;
  readonly at?: number;
}

interface Page {
  readonly messages: readonly Archived[];
  readonly complete: boolean;
  /** The archive's id of the last message, if there is one. */
  readonly last?: string;
  readonly first?: string;
}

interface Question {
  /** Only messages after this id, or before it; "" selects the newest ones. */
  readonly after?: string;
  readonly before?: string;
  /** Unix milliseconds. */
  readonly start?: number;
  /** Only messages exchanged with this person. */
  readonly with?: string;
  readonly most: number;
}

/** Queries the archive of the account, or of a room. */
export type Ask = (archive: string, question: Question) => Promise<Page>;

export function createArchives(session: Session): Ask {
  const { xml, me, request } = session;
  /** Pending queries by id. */
  const asked = new Map<string, { archive: string; most: number; messages: Archived[] }>();

  session.listen((stanza) => {
    if (asked.size === 0 || !stanza.is("message")) return;
    const result = stanza.getChild("result", NS.archive);
    const question = asked.get(result?.attrs.queryid ?? "");
    // Only results from the archive itself are accepted.
    if (!result || !question || bare(stanza.attrs.from ?? me) !== question.archive) return;
    if (question.messages.length >= question.most) return;
    const forwarded = result.getChild("forwarded", NS.forward);
    const message = forwarded?.getChild("message");
    const at = Date.parse(forwarded?.getChild("delay", NS.delay)?.attrs.stamp ?? "");
    if (!message || !result.attrs.id) return;
    const dated = Number.isFinite(at) && { at };
    question.messages.push({ id: String(result.attrs.id).slice(0, 256), stanza: message, ...dated });
  });

  return async (archive, { after, before, start, with: other, most }) => {
    const queryid = randomUUID();
    const messages: Archived[] = [];
    const field = (name: string, value: string) => xml("field", { var: name }, xml("value", {}, value));
    const query = xml(
      "query",
      { xmlns: NS.archive, queryid },
      xml(
        "x",
        { xmlns: NS.form, type: "submit" },
        xml("field", { var: "FORM_TYPE", type: "hidden" }, xml("value", {}, NS.archive)),
        ...(start === undefined ? [] : [field("start", new Date(start).toISOString())]),
        ...(other === undefined ? [] : [field("with", other)]),
      ),
      xml(
        "set",
        { xmlns: NS.page },
        xml("max", {}, String(most)),
        ...(after === undefined ? [] : [xml("after", {}, after)]),
        ...(before === undefined ? [] : [xml("before", {}, before)]),
      ),
    );
    asked.set(queryid, { archive, most, messages });
    try {
      const answer = await request("set", query, archive === me ? {} : { to: archive });
      const fin = answer.getChild("fin", NS.archive);
      const set = fin?.getChild("set", NS.page);
      const last = set?.getChildText("last") ?? messages.at(-1)?.id;
      const first = set?.getChildText("first") ?? messages[0]?.id;
      return {
        messages,
        complete: fin?.attrs.complete === "true" || messages.length === 0,
        ...(last && { last }),
        ...(first && { first }),
      };
    } finally {
      asked.delete(queryid);
    }
  };
}

/** The features of the account or of a room, which tell whether it keeps an archive. */
export async function features(session: Session, of: string): Promise<ReadonlySet<string>> {
  try {
    const answer = await session.request("get", session.xml("query", { xmlns: NS.info }), { to: of });
    const all = answer.getChild("query", NS.info)?.getChildren("feature") ?? [];
    return new Set(all.map(({ attrs }) => String(attrs.var)));
  } catch (error) {
    if ((error as Error).name === "StanzaError") return new Set();
    throw error;
  }
}

/** Whether the account archives all messages: only then a missing message was certainly not sent. */
export async function keepsAll({ request, xml }: Session): Promise<boolean> {
  try {
    const answer = await request("get", xml("prefs", { xmlns: NS.archive }));
    const prefs = answer.getChild("prefs", NS.archive);
    const never = prefs?.getChild("never")?.getChildren("jid") ?? [];
    return prefs?.attrs.default === "always" && never.length === 0;
  } catch {
    return false;
  }
}
