import {
  findNodeAtLocation,
  getNodeValue,
  type Node,
  type ParseError,
  parseTree,
  printParseErrorCode,
} from "jsonc-parser";
import type { Fault } from "./fault.ts";
import { Manifest } from "./manifest.ts";
import { brokenRules } from "./manifest-rules.ts";
import { schemaFaults } from "./schema-faults.ts";

const MAX_DEPTH = 16;
/** An unclosed string matches up to the end of the text, which keeps the scan linear. */
const STRUCTURE = /"[^"\\]*(?:\\[\s\S][^"\\]*)*(?:"|\\?$)|[{}[\]]/g;
const BOM = 0xfeff;

/** Parses and validates a manifest. `manifest` is absent if there are errors. */
export function readManifest(text: string, id: string): { manifest?: Manifest; faults: Fault[] } {
  // Offsets refer to the file, which may start with a byte order mark.
  const shift = text.charCodeAt(0) === BOM ? 1 : 0;
  const { value, faults } = readJson(shift ? text.slice(1) : text, id);
  const isBroken = faults.some(({ severity }) => severity === undefined);
  return {
    ...(!isBroken && { manifest: value as Manifest }),
    faults: faults.map((fault) => ({ ...fault, at: fault.at + shift })),
  };
}

function readJson(text: string, id: string): { value?: unknown; faults: Fault[] } {
  // Checked before parsing, because the parser is recursive.
  const deep = findTooDeep(text);
  if (deep !== undefined) {
    return {
      faults: [{ at: deep, code: "too_deep", message: `The JSON must not be nested deeper than ${MAX_DEPTH} levels` }],
    };
  }
  const errors: ParseError[] = [];
  const root = parseTree(text, errors, { disallowComments: true });
  if (!root || errors.length > 0) return { faults: errors.slice(0, 1).map((error) => syntaxFault(error, text)) };
  const duplicates = duplicateFields(root);
  if (duplicates.length > 0) return { faults: duplicates };
  const value: unknown = getNodeValue(root);
  const mismatches = schemaFaults(Manifest, value).map(({ path, inKey, ...fault }) => ({
    ...fault,
    at: offsetOf(root, path, inKey),
  }));
  if (mismatches.length > 0) return { faults: mismatches };
  const broken = brokenRules(value as Manifest, id).map(({ path, ...fault }) => ({
    ...fault,
    at: offsetOf(root, path, false),
  }));
  return { value, faults: broken };
}

function findTooDeep(text: string): number | undefined {
  let depth = 0;
  for (const { 0: mark, index } of text.matchAll(STRUCTURE)) {
    if (mark === "{" || mark === "[") depth++;
    else if (mark === "}" || mark === "]") depth--;
    if (depth > MAX_DEPTH) return index;
  }
  return undefined;
}

/** Turns an error code like `PropertyNameExpected` into words. */
function syntaxFault({ error, offset, length }: ParseError, text: string): Fault {
  const words = printParseErrorCode(error).replaceAll(/(?<=[a-z])[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`);
  const isAbsent = length === 0 || offset >= text.length;
  return {
    at: offset,
    code: "not_json",
    message: `Invalid JSON: ${words.charAt(0).toLowerCase()}${words.slice(1)}${isAbsent ? " at the end of the file" : ""}`,
  };
}

function duplicateFields(node: Node): Fault[] {
  const seen = new Set<string>();
  const inside = (node.children ?? []).flatMap(duplicateFields);
  if (node.type !== "object") return inside;
  const own = (node.children ?? []).flatMap(({ children: [key] = [] }) => {
    const name = String(key?.value);
    if (!seen.has(name)) return seen.add(name) && [];
    return [{ at: key?.offset ?? node.offset, code: "doubled_member", message: `${name} is defined twice` }];
  });
  return [...own, ...inside];
}

/** The offset of the value at a path, or of its key. For a missing value, the offset of its parent. */
function offsetOf(root: Node, path: readonly (string | number)[], inKey: boolean): number {
  const node = findNodeAtLocation(root, [...path]);
  if (!node) return path.length === 0 ? root.offset : offsetOf(root, path.slice(0, -1), false);
  const key = node.parent?.type === "property" ? node.parent.children?.[0] : undefined;
  return (inKey && key ? key : node).offset;
}
