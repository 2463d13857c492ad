import { existsSync, readdirSync, readFileSync } from "node:fs";
import { posix } from "node:path";
import { fileURLToPath } from "node:url";
import ts from "typescript";

const root = fileURLToPath(new URL("../../", import.meta.url));
const notOurs = new Set([".git", "node_modules", "dist", "generated"]);

/** A file of the repository, its path relative to the root and with `/`. */
export interface FixtureFile {
  path: string;
  text: string;
  lines: number;
}

/** The part of a package file that the rules of the fixture speak of. */
export interface PackageFile {
  name: string;
  private?: boolean;
  workspaces?: string[];
  type?: string;
  license?: string;
  description?: string;
  sideEffects?: boolean;
  keywords?: string[];
  files?: string[];
  engines?: { node?: string };
  publishConfig?: { access?: string };
  exports: Record<string, Record<string, string>>;
  dependencies?: Record<string, string>;
  peerDependencies?: Record<string, string>;
}

/** The names inside a folder; none when there is no such folder. */
export function list(folder: string): string[] {
  if (!existsSync(root + folder)) return [];
  return readdirSync(root + folder)
    .filter((name) => !notOurs.has(name))
    .sort();
}

function* walk(folder: string): Generator<string> {
  for (const entry of readdirSync(root + folder, { withFileTypes: true })) {
    if (notOurs.has(entry.name)) continue;
    const path = folder === "" ? entry.name : `${folder}/${entry.name}`;
    if (entry.isDirectory()) yield* walk(path);
    else if (entry.isFile()) yield path;
  }
}

/** The plugins that have no operations: they show those of others. */
export const surfaces = ["batch", "cli", "mcp", "openapi", "opentelemetry", "reference"];
/** What no gateway runs: it makes plugins, or calls gateways. */
const programs = ["client", "create-plugin"];

/** The names of all plugins, of those that offer a kind of adapters to channels, and of those that have operations. */
export const plugins = list("plugins").filter((name) => !programs.includes(name));
export const adapterKinds = plugins.filter((name) => name.startsWith("channels-"));
export const groups = plugins.filter((name) => ![...surfaces, ...adapterKinds].includes(name));

/** Every file below a folder, `""` being the whole repository, without what is installed or built. */
export function files(folder: string, ending = ""): FixtureFile[] {
  if (!existsSync(root + folder)) return [];
  return [...walk(folder)]
    .filter((path) => path.endsWith(ending))
    .map((path) => {
      const text = readFileSync(root + path, "utf8");
      return { path, text, lines: text.split("\n").length - 1 };
    });
}

/** The files that a file imports by a relative path. */
export const relativeTo = ({ path }: Pick<FixtureFile, "path">, specifiers: readonly string[]): string[] =>
  specifiers.filter((to) => to.startsWith(".")).map((to) => posix.join(posix.dirname(path), to));

/** Reads a JSON file of the repository. */
export function readJson<T>(path: string): T {
  return JSON.parse(readFileSync(root + path, "utf8")) as T;
}

/** The folders of all packages, such as `core` and `plugins/chats`. */
export function packageFolders(): string[] {
  const grouped = ["plugins", "storage-drivers"].flatMap((group) => list(group).map((name) => `${group}/${name}`));
  return ["core", "core/kit", ...grouped];
}

/** What a module loads when it is loaded itself, as written: neither types nor what it imports later. */
export function loadsOf({ path, text }: Pick<FixtureFile, "path" | "text">): string[] {
  return ts.createSourceFile(path, text, ts.ScriptTarget.Latest).statements.flatMap((statement) => {
    if (!ts.isImportDeclaration(statement) && !ts.isExportDeclaration(statement)) return [];
    const { moduleSpecifier } = statement;
    return moduleSpecifier && ts.isStringLiteral(moduleSpecifier) && !isOfTypes(statement)
      ? [moduleSpecifier.text]
      : [];
  });
}

function isOfTypes(statement: ts.ImportDeclaration | ts.ExportDeclaration): boolean {
  if (ts.isExportDeclaration(statement))
    return (
      statement.isTypeOnly ||
      areTypes(statement.exportClause && "elements" in statement.exportClause ? statement.exportClause.elements : [])
    );
  const { importClause } = statement;
  if (!importClause) return false;
  const { name, namedBindings, isTypeOnly } = importClause;
  if (isTypeOnly || name) return isTypeOnly;
  return areTypes(namedBindings && ts.isNamedImports(namedBindings) ? namedBindings.elements : []);
}

const areTypes = (names: readonly { readonly isTypeOnly?: boolean }[]): boolean =>
  names.length > 0 && names.every(({ isTypeOnly }) => isTypeOnly === true);

/** What a module imports and re-exports, as written, dynamic imports of a fixed name included; an id that ends in `.import` is none. */
export function importsOf({ text }: Pick<FixtureFile, "text">): string[] {
  return ts.preProcessFile(text, true, true).importedFiles.map(({ fileName }) => fileName);
}
