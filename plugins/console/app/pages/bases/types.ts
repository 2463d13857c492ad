import type { Property } from "@postern/client/api";

export type PropertyType = Property["type"];

/** What people read of a type, and the sign of its columns. */
export const TYPES: Readonly<Record<PropertyType, { readonly label: string; readonly sign: string }>> = {
  text: { label: "Text", sign: "T" },
  number: { label: "Number", sign: "#" },
  checkbox: { label: "Checkbox", sign: "☑" },
  date: { label: "Date", sign: "◷" },
  select: { label: "Select", sign: "▾" },
  multi_select: { label: "Multi-select", sign: "≡" },
  status: { label: "Status", sign: "◐" },
  url: { label: "URL", sign: "↗" },
  email: { label: "E-mail", sign: "@" },
  phone: { label: "Phone", sign: "✆" },
  person: { label: "Person", sign: "☺" },
  ref: { label: "Row reference", sign: "⇢" },
  agent: { label: "Agent", sign: "✦" },
  approval: { label: "Approval", sign: "✓" },
};

export const hasOptions = (type: PropertyType): boolean => ["select", "multi_select", "status"].includes(type);

/** The usual width of a column, in pixels. */
export const widthOf = (type: PropertyType): number =>
  (
    ({ checkbox: 110, number: 130, date: 140, text: 220, url: 220, email: 200 }) as Partial<
      Record<PropertyType, number>
    >
  )[type] ?? 160;
