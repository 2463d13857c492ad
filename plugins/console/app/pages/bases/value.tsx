import type { Property } from "@postern/client/api";
import { optionsOf, textOf } from "./values.ts";

/** Colours that options can have and for which there are tokens. */
const TONES: Readonly<Record<string, string>> = {
  green: "good",
  yellow: "warn",
  orange: "warn",
  red: "bad",
  blue: "accent",
  purple: "accent",
  approved: "good",
  rejected: "bad",
  pending: "warn",
};

/** What is shown of a text in a cell, in characters. */
const MOST = 300;

/** A value in one line. */
export function Value({ value, property }: { value: unknown; property: Property }) {
  if (value === undefined || value === null) return null;
  const { type } = property;
  if (typeof value === "boolean")
    return (
      <span class="bases-check" role="img" aria-label={value ? "Yes" : "No"}>
        {value ? "✓" : ""}
      </span>
    );
  if (["select", "status", "multi_select", "approval"].includes(type)) {
    const names = Array.isArray(value) ? value.map(String) : [textOf(value, property)];
    const colors = new Map(optionsOf(property, value).map(({ name, color }) => [name, color]));
    return (
      <span class="bases-options">
        {names.map((name) => (
          <span key={name} class={`badge ${TONES[colors.get(name) ?? ""] ?? TONES[name] ?? "plain"}`} dir="auto">
            {name}
          </span>
        ))}
      </span>
    );
  }
  return <>{textOf(value, property).slice(0, MOST)}</>;
}
