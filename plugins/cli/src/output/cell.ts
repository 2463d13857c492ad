import { actorName } from "@postern/client/actor-names";
import type { Renderer } from "@postern/core/presentation";
import type { Display } from "./display.ts";
import { plain } from "./plain.ts";

export type Thing = Readonly<Record<string, unknown>>;
export const isThing = (value: unknown): value is Thing =>
  typeof value === "object" && value !== null && !Array.isArray(value);

/** A value as text on one line, without colors. Absent and empty values are the empty string. */
export function cellText(value: unknown, renderer: Renderer, { isBrief }: Pick<Display, "isBrief">): string {
  if (value === undefined || value === null) return "";
  switch (renderer) {
    case "actor":
      return lineOf(plain(actorName(String(value))));
    case "time":
      return timeText(value, isBrief);
    case "ago":
      return isBrief ? agoText(value, Date.now()) : timeText(value, false);
    case "size":
      return isBrief && typeof value === "number" ? sizeText(value) : valueText(value);
    case "duration":
      return isBrief && typeof value === "number" ? durationText(value) : valueText(value);
    case "text":
      return isBrief && isTime(value) ? timeText(value, true) : lineOf(textOf(value));
    default:
      return lineOf(valueText(value));
  }
}

/** A value as it is: text, a list of words, or JSON. */
export function valueText(value: unknown): string {
  const isTexts = Array.isArray(value) && value.every((item) => typeof item === "string");
  return plain(isTexts ? value.join(", ") : typeof value === "string" ? value : JSON.stringify(value));
}

/** The members that say what a thing is, the best first. */
const TEXTS = ["text", "title", "name", "message", "content", "label"];

/** What a person reads of a value: of a thing its text or title, of a list those of its items. */
function textOf(value: unknown): string {
  if (Array.isArray(value) && value.every(isThing)) return value.map(textOf).filter(Boolean).join("; ");
  if (!isThing(value)) return valueText(value);
  const [only, ...others] = Object.values(value);
  const found = TEXTS.map((name) => value[name]).find((one) => one !== undefined && one !== "");
  if (found !== undefined) return textOf(found);
  if (isThing(only) && others.length === 0) return textOf(only);
  return "id" in value ? "" : valueText(value);
}

const lineOf = (text: string): string => text.replaceAll(/\s+/g, " ").trim();

/** The renderer of a member whose schema does not say it: names such as `createdAt` are times since 2001. */
export function rendererOf(member: string, value: unknown): Renderer {
  if (/(At|^at|^lastActivity)$/.test(member) && momentOf(value) !== undefined) return "time";
  return member === "id" || /Id$/.test(member) ? "id" : "plain";
}

const isMoment = (value: unknown): value is number =>
  Number.isInteger(value) && Number(value) > 1e12 && Number(value) < 8e15;

/** Unix milliseconds or ISO 8601 as local time; in full and in UTC for a program. Other values stay as they are. */
export function timeText(value: unknown, isBrief: boolean): string {
  const time = momentOf(value);
  if (time === undefined) return value === 0 ? "" : valueText(value);
  if (!isBrief) return typeof value === "string" ? valueText(value) : new Date(time).toISOString();
  const date = new Date(time);
  const two = (number: number) => String(number).padStart(2, "0");
  const day = `${date.getFullYear()}-${two(date.getMonth() + 1)}-${two(date.getDate())}`;
  return `${day} ${two(date.getHours())}:${two(date.getMinutes())}`;
}

/** A day without a time has no zone, so it is not a moment. */
function momentOf(value: unknown): number | undefined {
  if (isMoment(value)) return value;
  return isTime(value) ? Date.parse(value) : undefined;
}

const isTime = (value: unknown): value is string =>
  typeof value === "string" && /^\d{4}-\d\d-\d\dT\d\d:\d\d(:\d\d(\.\d+)?)?(Z|[+-]\d\d:\d\d)$/.test(value);

const UNITS = [
  ["d", 86_400_000],
  ["h", 3_600_000],
  ["min", 60_000],
  ["s", 1_000],
] as const;

function agoText(value: unknown, now: number): string {
  const time = momentOf(value);
  if (time === undefined) return timeText(value, true);
  const distance = Math.abs(now - time);
  if (distance > 60 * 86_400_000) return timeText(value, true).slice(0, 10);
  const [unit, length] = UNITS.find(([, ms]) => distance >= ms) ?? ["s", 1_000];
  const text = `${Math.floor(distance / length)} ${unit}`;
  return distance < 1_000 ? "now" : time > now ? `in ${text}` : `${text} ago`;
}

export function durationText(ms: number): string {
  if (ms < 1_000) return `${Math.round(ms)} ms`;
  const [unit, length] = UNITS.find(([, one]) => ms >= one) ?? ["s", 1_000];
  return `${(ms / length).toFixed(ms / length < 10 ? 1 : 0)} ${unit}`;
}

export function sizeText(bytes: number): string {
  const units = ["bytes", "KiB", "MiB", "GiB", "TiB"];
  const power = bytes < 1_024 ? 0 : Math.min(Math.floor(Math.log2(bytes) / 10), units.length - 1);
  return power === 0 ? `${bytes} bytes` : `${(bytes / 1_024 ** power).toFixed(1)} ${units[power]}`;
}
