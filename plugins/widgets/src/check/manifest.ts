import { type Node, type ParseError, parseTree, printParseErrorCode } from "jsonc-parser";
import type { Finding } from "../schemas.ts";
import { positionIn } from "./position.ts";
import { textOf } from "./text.ts";

export const MANIFEST = "widget.json";
const MOST_BYTES = 64 * 1024;
const DEEPEST = 500;

/** The contents of widget.json. */
export interface Manifest {
  readonly name?: string;
  readonly description?: string;
  readonly kind?: string;
  readonly externalAllowed?: boolean;
}

const text = (most: number) => ({
  rule: `must be a string of 1 to ${most} characters`,
  fits: (value: unknown) => typeof value === "string" && value.trim() !== "" && value.length <= most,
});
const MEMBERS: Readonly<Record<keyof Manifest, { rule: string; fits: (value: unknown) => boolean }>> = {
  name: text(200),
  description: text(2_000),
  kind: {
    rule: "must start with a lowercase letter and have up to 32 lowercase letters, digits and dashes",
    fits: (value) => typeof value === "string" && /^[a-z][a-z0-9-]{0,31}$/.test(value),
  },
  externalAllowed: { rule: "must be true or false", fits: (value) => typeof value === "boolean" },
};
const names = Object.keys(MEMBERS).join(", ");

/** Reads widget.json. Diagnostics have positions. */
export function readManifest(bytes: Uint8Array): { manifest: Manifest; diagnostics: Finding[] } {
  const diagnostics: Finding[] = [];
  const said = bytes.length <= MOST_BYTES ? textOf(bytes) : undefined;
  const tell = (code: string, severity: Finding["severity"], message: string, at?: number) =>
    void diagnostics.push({
      code,
      severity,
      file: MANIFEST,
      ...(said !== undefined && at !== undefined && positionIn(said, at)),
      message,
    });
  if (said === undefined) {
    tell("manifest_unreadable", "error", `${MANIFEST} must be UTF-8 text of at most ${MOST_BYTES} bytes`);
    return { manifest: {}, diagnostics };
  }
  if (isDeep(said)) {
    tell("manifest_shape", "error", `The manifest must not be nested deeper than ${DEEPEST} levels`, 0);
    return { manifest: {}, diagnostics };
  }
  const errors: ParseError[] = [];
  const tree = parseTree(said, errors, { disallowComments: true, allowTrailingComma: false });
  // Later errors are usually consequences of the first one.
  const [fault] = errors;
  if (fault) tell("manifest_syntax", "error", syntaxOf(fault.error), fault.offset);
  if (fault || !tree) {
    if (!fault) tell("manifest_syntax", "error", "The manifest must be a JSON object, such as {}", 0);
    return { manifest: {}, diagnostics };
  }
  if (tree.type !== "object") {
    tell("manifest_shape", "error", `The manifest must be a JSON object, not ${article(tree.type)}`, tree.offset);
    return { manifest: {}, diagnostics };
  }
  return { manifest: membersOf(tree, tell), diagnostics };
}

/** The parser is recursive, so deep nesting is rejected first. Brackets in strings count too, which is harmless. */
function isDeep(text: string): boolean {
  let depth = 0;
  for (const char of text) {
    if (char === "{" || char === "[") depth++;
    else if (char === "}" || char === "]") depth--;
    if (depth > DEEPEST) return true;
  }
  return false;
}

type Tell = (code: string, severity: Finding["severity"], message: string, at?: number) => void;

function membersOf({ children = [] }: Node, tell: Tell): Manifest {
  const manifest: Record<string, unknown> = {};
  for (const { children: [key, value] = [] } of children) {
    if (!key || !value) continue;
    const name = String(key.value);
    const member = Object.hasOwn(MEMBERS, name) ? MEMBERS[name as keyof Manifest] : undefined;
    const shown = JSON.stringify(name.slice(0, 40));
    if (!member) tell("manifest_unknown", "warning", `${shown} is unknown; the members are ${names}`, key.offset);
    else if (name in manifest) tell("manifest_doubled", "error", `${shown} is defined twice`, key.offset);
    else if (!member.fits(value.value)) tell("manifest_value", "error", `${name} ${member.rule}`, value.offset);
    else manifest[name] = value.value;
  }
  return manifest;
}

const article = (type: string): string => (/^[aeiou]/.test(type) ? `an ${type}` : `a ${type}`);

/** Formats a code such as `CommaExpected`. */
function syntaxOf(code: number): string {
  const words = printParseErrorCode(code as Parameters<typeof printParseErrorCode>[0]).replace(
    /[A-Z]/g,
    (letter, at: number) => (at === 0 ? letter : ` ${letter.toLowerCase()}`),
  );
  return `The manifest is not valid JSON: ${words.toLowerCase()}`;
}
