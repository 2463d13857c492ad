import { createHash } from "node:crypto";

export const digestOf = (value: Uint8Array): string => createHash("sha256").update(value).digest("hex");

/** The key of a value, as the kernel names it. */
export function keyOf(group: string, value: Uint8Array): string {
  const name = digestOf(value);
  return `${group}:${name.slice(0, 2)}:${name}`;
}

/** Whether a value is complete: its name is its digest. */
export const isComplete = (key: string, value: unknown): boolean =>
  value instanceof Uint8Array && key.endsWith(digestOf(value));
