import ts from "typescript";
import { type FixtureFile, files, packageFolders } from "./sources.ts";

/** The only file that reads and writes the hints of a schema for surfaces, and the one that lets the kernel ignore them. */
const DECLARES = "core/src/presentation/presentation.ts";
const REGISTERS = "core/src/define/validate.ts";

type Source = Pick<FixtureFile, "path" | "text">;

const textOf = (path: string): string => files(path.slice(0, path.lastIndexOf("/")), path).at(0)?.text ?? "";

/** The keyword, as both files name it, and the hints that it can have. */
export const keyword = /\bKEYWORD = "x-([a-z]+)"/.exec(textOf(DECLARES))?.[1] ?? "";
export const isRegistered = textOf(REGISTERS).includes(`"x-${keyword}"`);
export const hints = [...textOf(DECLARES).matchAll(/^ {2}readonly (\w+)\?: /gm)].map(([, name]) => name as string);

const dashed = (name: string): string => name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);

/** Where the keyword, or a keyword for one hint alone, is named outside the files that may. */
export function namedByHand(sources: readonly Source[]): string[] {
  const named = new RegExp(`(?<![\\w-])x-(${[keyword, ...hints].map(dashed).join("|")})(?![\\w-])`, "g");
  return sources
    .filter(({ path }) => path !== DECLARES && path !== REGISTERS)
    .flatMap(({ path, text }) => [...text.matchAll(named)].map(([found]) => `${path}: ${found}`));
}

const exported = (statement: ts.Statement): string[] => {
  const isExported = ts.canHaveModifiers(statement) && ts.getModifiers(statement)?.some(isExport);
  if (!isExported) return [];
  if (ts.isFunctionDeclaration(statement)) return statement.name ? [statement.name.text] : [];
  return ts.isVariableStatement(statement)
    ? statement.declarationList.declarations.map(({ name }) => name.getText())
    : [];
};
const isExport = ({ kind }: ts.ModifierLike): boolean => kind === ts.SyntaxKind.ExportKeyword;

/** The exported functions of a file whose text has a call of `callee`; all of them without one. */
export function exportedFrom({ path, text }: Source, callee = ""): string[] {
  const { statements } = ts.createSourceFile(path, text, ts.ScriptTarget.Latest, true);
  return statements.filter((one) => one.getText().includes(callee && `${callee}(`)).flatMap(exported);
}

/** The functions of all packages that add hints to a schema. */
export const presenting = (): string[] =>
  packageFolders()
    .flatMap((folder) => files(`${folder}/src`, ".ts"))
    .filter(({ path, text }) => path !== DECLARES && text.includes("present("))
    .flatMap((file) => exportedFrom(file, "present"));
