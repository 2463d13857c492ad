import { createHash } from "node:crypto";

/** Longer parts are replaced by their digest. */
const MAX_PART = 120;
const PLAIN = /^[A-Za-z0-9_-]+$/;

/** Renders the subject of an event. Values cannot add parts or wildcards. */
export function subjectOf(template: string, { type, subject }: { type: string; subject?: string }): string {
  const values: Record<string, string> = {
    type: type.split(".").map(escapePart).join("."),
    group: escapePart(type.slice(0, Math.max(0, type.indexOf(".")))),
    subject: subject === undefined || subject === "" ? "_" : escapePart(subject),
  };
  return template.replace(/\{(\w+)\}/g, (_, name: string) => values[name] ?? "_");
}

/** A value as one part of a subject: other characters as the hex of their UTF-8 bytes, such as `%2E` for a dot. */
function escapePart(value: string): string {
  if (value.length <= MAX_PART && PLAIN.test(value) && value !== "_") return value;
  const escaped = [...Buffer.from(value, "utf8")]
    .map((byte) => {
      const sign = String.fromCharCode(byte);
      return /[A-Za-z0-9_-]/.test(sign) ? sign : `%${byte.toString(16).toUpperCase().padStart(2, "0")}`;
    })
    .join("");
  // An event without a subject has `_`.
  if (escaped === "_") return "%5F";
  return escaped.length <= MAX_PART ? escaped : createHash("sha256").update(value).digest("hex");
}

/** The subjects that a stream must store for a template: all below the parts before the first placeholder. */
export function filterOf(template: string): string {
  const parts = template.split(".");
  const first = parts.findIndex((part) => part.includes("{"));
  return first < 0 ? template : `${parts.slice(0, first).join(".")}.>`;
}

/** Whether a subject matches a filter with the wildcards `*` and `>`. */
export function matchesFilter(filter: string, subject: string): boolean {
  const wanted = filter.split(".");
  const parts = subject.split(".");
  for (const [at, part] of wanted.entries()) {
    if (part === ">") return parts.length > at;
    if (parts[at] === undefined || (part !== "*" && part !== parts[at])) return false;
  }
  return parts.length === wanted.length;
}

const SUBJECT = /^(?!\$)[^\s.*>]+(\.[^\s.*>]+)*$/;

/** Whether a text is a subject to which messages may be published. Those of the server itself begin with `$`. */
export const isSubject = (text: string): boolean => text.length <= 250 && SUBJECT.test(text);
