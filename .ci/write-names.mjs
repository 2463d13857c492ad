/**
 * Writes the page of the manual that lists every public name of the kernel and the kit, with the first sentence of its
 * description. With `--check`, it only says whether the page is current.
 */
import { readFileSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import ts from "typescript";

const root = resolve(import.meta.dirname, "..");
const page = join(root, "core/manual/names.md");
const folders = ["core", "core/kit"];
const { JSDocParsingMode, ScriptTarget, ModuleKind, ModuleResolutionKind, SymbolFlags } = ts;

const entries = folders.flatMap((folder) => {
  const { name, exports } = JSON.parse(readFileSync(join(root, folder, "package.json"), "utf8"));
  return Object.entries(exports).map(([entry, { default: built }]) => ({
    entry: join(name, entry),
    file: join(root, folder, built.replace("./dist/", "src/").replace(/\.js$/, ".ts")),
  }));
});

const program = ts.createProgram(
  entries.map(({ file }) => file),
  {
    noEmit: true,
    allowImportingTsExtensions: true,
    module: ModuleKind.NodeNext,
    moduleResolution: ModuleResolutionKind.NodeNext,
    target: ScriptTarget.ES2022,
    // Neither libraries nor installed packages are needed to find names.
    noLib: true,
    types: [],
    jsDocParsingMode: JSDocParsingMode?.ParseAll,
  },
);
const checker = program.getTypeChecker();

const VALUE = SymbolFlags.Value | SymbolFlags.NamespaceModule;

/** Names whose description is elsewhere: those of libraries, and namespaces. */
const ELSEWHERE = {
  gatewayErrors: "The errors of the gateway itself, such as `gatewayErrors.InvalidInput`",
  keys: "Keys and their contexts, as the store holds them: derive, revoke, look up",
  T: "TypeBox, with which schemas are written",
  TObject: "The schema of an object",
  TSchema: "Any schema",
  FastResponse: "A response whose text is sent as it is: several times as fast as the platform's",
};

/** The name with what it is, and the first sentence of its description. */
function rowOf(symbol) {
  const target = symbol.flags & SymbolFlags.Alias ? checker.getAliasedSymbol(symbol) : symbol;
  const text = ts.displayPartsToString(target.getDocumentationComment(checker)).replaceAll(/\s+/g, " ").trim();
  const [sentence = text] = /^.*?[.:](?=\s|$)/.exec(text) ?? [];
  const isType = (target.flags & VALUE) === 0;
  if (ELSEWHERE[symbol.name]) return { name: symbol.name, isType, sentence: ELSEWHERE[symbol.name] };
  if (sentence === "") throw new Error(`${symbol.name} has no description: write one where it is declared`);
  return { name: symbol.name, isType, sentence: sentence.replace(/[.:]$/, "").replaceAll("|", "\\|") };
}

/** Aligned, as the formatter would write it. */
function tableOf(rows) {
  const widths = [0, 1].map((at) => Math.max(...rows.map((row) => row[at].length)));
  const line = (row, fill = " ") => `| ${row.map((cell, at) => cell.padEnd(widths[at], fill)).join(" | ")} |`;
  const [head, ...rest] = rows;
  return [line(head), line(["", ""], "-"), ...rest.map((row) => line(row))];
}

const sections = entries.map(({ entry, file }) => {
  const module = checker.getSymbolAtLocation(program.getSourceFile(file));
  const rows = checker.getExportsOfModule(module).map(rowOf);
  const sorted = rows.sort((a, b) => (a.name.toLowerCase() < b.name.toLowerCase() ? -1 : 1));
  const cells = [
    ["name", "what it is"],
    ...sorted.map((row) => [`\`${row.name}\`${row.isType ? " (type)" : ""}`, row.sentence]),
  ];
  return [`## ${entry}`, "", ...tableOf(cells)].join("\n");
});

const text = `# All public names

Everything that authors of plugins, drivers and applications can import from the kernel and from the kit. Written by
\`npm run names\` from the sources.

${sections.join("\n\n")}
`;

function isCurrent() {
  try {
    return readFileSync(page, "utf8") === text;
  } catch {
    return false;
  }
}

if (!process.argv.includes("--check")) writeFileSync(page, text);
else if (!isCurrent()) {
  console.error("core/manual/names.md is not current: run `npm run names`");
  process.exitCode = 1;
}
