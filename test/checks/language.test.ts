import ts from "typescript";
import { describe, expect, it } from "vitest";
import { files, packageFolders } from "../architecture/sources.ts";

/** Words that texts for people do without, each with what to write instead. */
const REPLACED: readonly (readonly [RegExp, string])[] = [
  [/\b(tells?|told|telling)\b/i, "report, notify, emit, say"],
  [/\b(stands?|stood|standing)\b(?! (for|out)\b)/i, "is; status, state"],
  [/(?<!\bthere )\b(is|are) (no|none)\b(?!,| (longer|more than)\b)/i, "is not a"],
  [/\bbe had\b|\bnot there\b/i, "is not available, does not exist"],
  [/\b(go|goes|went|going|gone) on\b/i, "continue, resume"],
  [/\b(give|gives|gave|given|giving) up\b/i, "discard, cancel"],
  [/\b(take|takes|took|taken|taking) (up|in|over|back)\b/i, "accept, import, restore"],
  [/\bby then\b|\bno more\b(?! than)|\bany more\b/i, "already, no longer"],
  [/\bmend(s|ed|ing)?\b/i, "fix"],
  [/\b\d+ signs\b|\bsigns (long|of (a|the) text)\b/i, "characters"],
  [/\bunless said\b|\bnothing is said\b/i, "by default"],
  [/\botherwise than\b/i, "other than"],
  [/\bas (its|the) kind wants\b|\bwho one is\b|\bwhat there was\b/i, "a plain phrase"],
  [/\b(a|the|its|their) begin\b/i, "start"],
  [/\banew\b|\bof its own accord\b/i, "again; by itself"],
];

const faultsIn = (text: string): string[] =>
  REPLACED.flatMap(([pattern, instead]) => {
    const found = pattern.exec(text);
    return found ? [`"${found[0]}": write ${instead}`] : [];
  });

/** Strings that a person may read: those with a blank between words. */
function textsOf(path: string, source: string): string[] {
  const texts: string[] = [];
  const visit = (node: ts.Node): void => {
    if (ts.isImportDeclaration(node)) return;
    if (ts.isStringLiteral(node) || ts.isNoSubstitutionTemplateLiteral(node)) texts.push(node.text);
    if (ts.isTemplateExpression(node)) {
      texts.push(node.head.text + node.templateSpans.map(({ literal }) => `…${literal.text}`).join(""));
    }
    ts.forEachChild(node, visit);
  };
  visit(ts.createSourceFile(path, source, ts.ScriptTarget.Latest));
  return texts.filter((text) => /[a-z] [a-z]/i.test(text));
}

/** The prose of a page: without its code. */
const proseOf = (page: string): string[] =>
  page
    .replace(/^ *```[\s\S]*?^ *```$/gm, "")
    .replace(/`[^`\n]*`/g, "`…`")
    .split(/\n{2,}|\n(?=[|-])/)
    .map((part) => part.replace(/\s+/g, " "));

describe("texts for people", () => {
  it.each(packageFolders())("in %s are plain English", (folder) => {
    const strings = [...files(`${folder}/src`, ".ts"), ...files(`${folder}/template`, ".ts")].flatMap(
      ({ path, text }) => textsOf(path, text).map((found) => ({ path, found })),
    );
    const pages = files(folder, ".md").flatMap(({ path, text }) => proseOf(text).map((found) => ({ path, found })));
    const faults = [...strings, ...pages].flatMap(({ path, found }) =>
      faultsIn(found).map((fault) => `${path}: ${fault} in ${JSON.stringify(found)}`),
    );
    expect(faults).toEqual([]);
  });

  it.each(["README.md", "CONTRIBUTING.md"])("in %s are plain English", (page) => {
    const [found] = files("").filter(({ path }) => path === page);
    expect(proseOf(found?.text ?? "").flatMap(faultsIn)).toEqual([]);
  });

  it("are found where they use a word that is replaced", () => {
    expect(faultsIn("The queue tells who stands in it")).toHaveLength(2);
    expect(textsOf("a.ts", 'const a = "blank"; throw new Error("it is none of ours");')).toEqual([
      "it is none of ours",
    ]);
    expect(proseOf("Told\n\n```ts\ntold\n```\n`told`").flatMap(faultsIn)).toHaveLength(1);
  });
});
