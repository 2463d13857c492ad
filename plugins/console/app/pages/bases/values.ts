import type { Property } from "@postern/client/api";

/** What is entered for a value: a text, or the chosen options. */
export type Entry = string | readonly string[];

export type Editor = "line" | "area" | "number" | "checkbox" | "date" | "time" | "choice" | "choices";

const EDITORS: Partial<Record<Property["type"], Editor>> = {
  text: "area",
  number: "number",
  checkbox: "checkbox",
  select: "choice",
  status: "choice",
  approval: "choice",
  multi_select: "choices",
};

/** How a person enters the values of a property. */
export function editorOf({ type, config }: Property): Editor {
  if (type === "date") return config.includeTime ? "time" : "date";
  if (type === "agent")
    return ({ number: "number", checkbox: "checkbox", date: "date", text: "area" } as const)[config.output ?? "text"];
  return EDITORS[type] ?? "line";
}

/** What can be chosen. An archived option only if the value has it. */
export function optionsOf({ type, config }: Property, value: unknown): readonly { name: string; color: string }[] {
  if (type === "approval") return ["pending", "approved", "rejected"].map((name) => ({ name, color: "gray" }));
  const chosen = [value].flat();
  return (config.options ?? []).filter(({ name, archived }) => !archived || chosen.includes(name));
}

export function entryOf(value: unknown, property: Property): Entry {
  const editor = editorOf(property);
  if (editor === "choices") return Array.isArray(value) ? value.map(String) : [];
  if (value === undefined || value === null) return "";
  if (editor === "time") return localTime(String(value));
  return plainText(value);
}

/** The value that was entered; null clears it. */
export function enteredValue(entry: Entry, property: Property): unknown {
  if (typeof entry !== "string") return entry.length === 0 ? null : entry;
  if (entry === "") return null;
  const editor = editorOf(property);
  if (editor === "checkbox") return entry === "true";
  // A text that is not a number is for the gateway to refuse, with its reason.
  if (editor === "number") return Number.isNaN(Number(entry)) ? entry : Number(entry);
  if (editor === "time") return new Date(entry).toISOString();
  return entry;
}

/** A value as a person reads it. */
export function textOf(value: unknown, property: Property): string {
  if (value === undefined || value === null) return "";
  const { config } = property;
  if (typeof value === "number" && property.type === "number") return numberText(value, config);
  if (typeof value === "boolean") return value ? "Yes" : "No";
  if (typeof value === "string" && property.type === "date") return dateText(value, config);
  return plainText(value);
}

export const isSame = (one: unknown, other: unknown): boolean =>
  JSON.stringify(statusOf(one) ?? null) === JSON.stringify(statusOf(other) ?? null);

/** An approval is sent as its status, and answered with the person and the time. */
const statusOf = (value: unknown): unknown =>
  typeof value === "object" && value !== null && "status" in value ? value.status : value;

function plainText(value: unknown): string {
  const plain = statusOf(value);
  if (Array.isArray(plain)) return plain.join(", ");
  return typeof plain === "object" ? JSON.stringify(plain) : String(plain);
}

function numberText(value: number, { format, currency, precision }: Property["config"]): string {
  if (format === "percent") return `${value.toLocaleString(undefined, { maximumFractionDigits: 10 })} %`;
  const digits = precision === undefined ? { maximumFractionDigits: 10 } : { minimumFractionDigits: precision };
  if (format === "currency" && currency !== undefined)
    return value.toLocaleString(undefined, { ...digits, style: "currency", currency });
  return value.toLocaleString(undefined, digits);
}

function dateText(iso: string, { format, includeTime }: Property["config"]): string {
  const local = includeTime ? localTime(iso) : iso;
  const [year, month, day] = local.slice(0, 10).split("-");
  const time = includeTime ? ` ${local.slice(11)}` : "";
  if (format === "eu") return `${day}.${month}.${year}${time}`;
  if (format === "us") return `${month}/${day}/${year}${time}`;
  return `${local.slice(0, 10)}${time}`;
}

/** As `datetime-local` has it, in the time zone of the browser. */
function localTime(iso: string): string {
  const at = new Date(iso);
  if (Number.isNaN(at.getTime())) return iso;
  return new Date(at.getTime() - at.getTimezoneOffset() * 60_000).toISOString().slice(0, 16);
}
