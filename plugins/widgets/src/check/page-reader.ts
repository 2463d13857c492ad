/** The program that checks pages: a page of 200 kB takes most of a second. */
import { Script } from "node:vm";
import { serveParser } from "@postern/kit/parsing";
import { HtmlValidate, StaticConfigLoader } from "html-validate";
import { type DefaultTreeAdapterMap, parse, type Token } from "parse5";

export interface Remark {
  readonly code: string;
  readonly severity: "error" | "warning";
  readonly line: number;
  readonly column: number;
  readonly message: string;
}
/** A URL that a page loads. */
export interface Reference {
  readonly tag: string;
  readonly url: string;
  readonly line: number;
  readonly column: number;
}
/** The result of checking a page. */
export interface PageReport {
  readonly remarks: readonly Remark[];
  readonly references: readonly Reference[];
}

type TreeNode = DefaultTreeAdapterMap["node"];
type Element = DefaultTreeAdapterMap["element"];

const MAX_REMARKS = 100;
const MAX_VALIDATED = 256 * 1024;
/** After these errors, a browser misinterprets the rest of the page. */
const breaking: Record<string, string> = {
  "eof-in-tag": "The page ends within a tag",
  "eof-in-comment": "The page ends within a comment: --> is missing",
  "eof-in-cdata": "The page ends within a CDATA section",
};
const loaded: Record<string, string> = { script: "src", img: "src", iframe: "src", audio: "src", video: "src" };
Object.assign(loaded, { source: "src", track: "src", embed: "src", input: "src", object: "data", link: "href" });
const onlyText = ["script", "style", "title", "textarea"];

function checkText(text: string): PageReport {
  const remarks: Remark[] = [];
  const references: Reference[] = [];
  const report = (remark: Remark) => void (remarks.length < MAX_REMARKS && remarks.push(remark));
  const tree = parse(text, {
    sourceCodeLocationInfo: true,
    onParseError({ code, startLine: line, startCol: column }) {
      const message = breaking[code];
      if (message) report({ code: "html_broken", severity: "error", line, column, message });
      else if (text.length > MAX_VALIDATED)
        report({ code, severity: "warning", line, column, message: code.replaceAll("-", " ") });
    },
  });
  const open: TreeNode[] = [tree];
  for (let node = open.pop(); node; node = open.pop()) {
    if ("content" in node) open.push(node.content);
    if ("childNodes" in node) open.push(...node.childNodes);
    if ("tagName" in node) checkElement(node, report, references);
  }
  return { remarks: [...remarks, ...style(text)].slice(0, MAX_REMARKS), references };
}

function checkElement(element: Element, report: (remark: Remark) => void, references: Reference[]): void {
  const { tagName: tag, attrs, sourceCodeLocation: place } = element;
  if (!place) return;
  const value = (name: string) => attrs.find((attr) => attr.name === name)?.value;
  const { startLine: line, startCol: column } = place;
  if (onlyText.includes(tag) && !place.endTag)
    report({
      code: "html_broken",
      severity: "error",
      line,
      column,
      message: `<${tag}> is never closed: </${tag}> is missing`,
    });
  const attribute = loaded[tag];
  const url = attribute === undefined ? undefined : value(attribute);
  const isLoaded = tag !== "link" || /\b(stylesheet|icon|preload|modulepreload|manifest)\b/i.test(value("rel") ?? "");
  if (url !== undefined && isLoaded && !/^\s*data:/i.test(url) && references.length < 300) {
    const kind = tag === "link" && /\bstylesheet\b/i.test(value("rel") ?? "") ? "stylesheet" : tag;
    const at: Token.Location = place.attrs?.[attribute as string] ?? place;
    references.push({ tag: kind, url: url.slice(0, 4_000), line: at.startLine, column: at.startCol });
  }
  if (tag === "script" && url === undefined) checkScript(element, value("type") ?? "", report);
}

function checkScript({ childNodes: [code] }: Element, type: string, report: (remark: Remark) => void): void {
  if (!/^(text\/javascript|application\/javascript)?$/i.test(type) || !code || !("value" in code)) return;
  const place = code.sourceCodeLocation;
  try {
    // Only compiled, never executed.
    new Script(code.value, { filename: "page" });
  } catch (error) {
    const { stack = "", message } = error as Error;
    const [, row = "1"] = /^page:(\d+)/.exec(stack) ?? [];
    const [, , pointer = ""] = stack.split("\n");
    const column = pointer.indexOf("^") + 1 || 1;
    const line = (place?.startLine ?? 1) + Number(row) - 1;
    const shift = row === "1" ? (place?.startCol ?? 1) - 1 : 0;
    const remark = { line, column: column + shift, message: `The script has a syntax error: ${message}` };
    report({ code: "script_syntax", severity: "error", ...remark });
  }
}

function style(text: string): Remark[] {
  if (text.length > MAX_VALIDATED) return [];
  validator ??= createValidator();
  const { results } = validator.validateStringSync(text, "widget.html");
  return results.flatMap(({ messages }) =>
    messages.map(({ ruleId, line, column, message }) => ({
      code: ruleId,
      severity: "warning" as const,
      line,
      column,
      message,
    })),
  );
}

function createValidator(): HtmlValidate {
  const names =
    "close-order no-dup-attr no-dup-id void-content element-permitted-content element-permitted-order " +
    "no-unknown-elements deprecated input-missing-label wcag/h30 wcag/h36 wcag/h37 unique-landmark script-type " +
    "meta-refresh";
  const rules = Object.fromEntries(names.split(" ").map((name) => [name, "warn" as const]));
  return new HtmlValidate(new StaticConfigLoader({ root: true, elements: ["html5"], rules }));
}

/** Kept for the next page. */
let validator: HtmlValidate | undefined;
serveParser<string>(() => checkText);
