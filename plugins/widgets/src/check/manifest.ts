import { type Node, type ParseError, parseTree, printParseErrorCode } from "jsonc-parser";
import type { Finding } from "../schemas.ts";
import { positionIn } from "./position.ts";
import { textOf } from "./text.ts";

export const MANIFEST = "widget.json";
const MAX_BYTES = 64 * 1024;
const MAX_DEPTH = 500;

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
  const content = bytes.length <= MAX_BYTES ? textOf(bytes) : undefined;
  const report = (code: string, severity: Finding["severity"], message: string, at?: number) =>
    void diagnostics.push({
      code,
      severity,
      file: MANIFEST,
      ...(content !== undefined && at !== undefined && positionIn(content, at)),
      message,
    });
  if (content === undefined) {
    report("manifest_unreadable", "error", `${MANIFEST} must be UTF-8 text of at most ${MAX_BYTES} bytes`);
    return { manifest: {}, diagnostics };
  }
  if (isDeep(content)) {
    report("manifest_shape", "error", `The manifest must not be nested deeper than ${MAX_DEPTH} levels`, 0);
    return { manifest: {}, diagnostics };
  }
  const errors: ParseError[] = [];
  const tree = parseTree(content, errors, { disallowComments: true, allowTrailingComma: false });
  // Later errors are usually consequences of the first one.
  const [fault] = errors;
  if (fault) report("manifest_syntax", "error", syntaxOf(fault.error), fault.offset);
  if (fault || !tree) {
    if (!fault) report("manifest_syntax", "error", "The manifest must be a JSON object, such as {}", 0);
    return { manifest: {}, diagnostics };
  }
  if (tree.type !== "object") {
    report("manifest_shape", "error", `The manifest must be a JSON object, not ${article(tree.type)}`, tree.offset);
    return { manifest: {}, diagnostics };
  }
  return { manifest: membersOf(tree, report), diagnostics };
}

/** The parser is recursive, so deep nesting is rejected first. Brackets in strings count too, which is harmless. */
function isDeep(text: string): boolean {
  let depth = 0;
  for (const char of text) {
    if (char === "{" || char === "[") depth++;
    else if (char === "}" || char === "]") depth--;
    if (depth > MAX_DEPTH) return true;
  }
  return false;
}

type Report = (code: string, severity: Finding["severity"], message: string, at?: number) => void;

function membersOf({ children = [] }: Node, report: Report): Manifest {
  const manifest: Record<string, unknown> = {};
  for (const { children: [key, value] = [] } of children) {
    if (!key || !value) continue;
    const name = String(key.value);
    const member = Object.hasOwn(MEMBERS, name) ? MEMBERS[name as keyof Manifest] : undefined;
    const shown = JSON.stringify(name.slice(0, 40));
    if (!member) report("manifest_unknown", "warning", `${shown} is unknown; the members are ${names}`, key.offset);
    else if (name in manifest) report("manifest_doubled", "error", `${shown} is defined twice`, key.offset);
    else if (!member.fits(value.value)) report("manifest_value", "error", `${name} ${member.rule}`, value.offset);
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
