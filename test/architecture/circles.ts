import { posix } from "node:path";
import ts from "typescript";
import { files } from "./house.ts";

/** The modules of a package that a file names: by import, export, `import()` and the type of one. */
function namedIn(path: string, text: string): string[] {
  const found: string[] = [];
  const visit = (node: ts.Node): void => {
    const named =
      ts.isImportDeclaration(node) || ts.isExportDeclaration(node)
        ? node.moduleSpecifier
        : ts.isCallExpression(node) && node.expression.kind === ts.SyntaxKind.ImportKeyword
          ? node.arguments[0]
          : ts.isImportTypeNode(node) && ts.isLiteralTypeNode(node.argument)
            ? node.argument.literal
            : undefined;
    if (named && ts.isStringLiteral(named) && named.text.startsWith(".")) found.push(named.text);
    ts.forEachChild(node, visit);
  };
  visit(ts.createSourceFile(path, text, ts.ScriptTarget.Latest));
  return found.map((specifier) => posix.join(posix.dirname(path), specifier));
}

/** The groups of files below a folder that import each other in a circle, types included. */
export function circlesIn(folder: string): string[][] {
  const imports = new Map(files(folder, ".ts").map(({ path, text }) => [path, namedIn(path, text)]));
  const order = new Map<string, number>();
  const lowest = new Map<string, number>();
  const stack: string[] = [];
  const circles: string[][] = [];

  // Tarjan's strongly connected components.
  const visit = (path: string): number => {
    const index = order.size;
    order.set(path, index);
    lowest.set(path, index);
    stack.push(path);
    for (const next of imports.get(path) ?? []) {
      if (!order.has(next)) visit(next);
      if (stack.includes(next)) lowest.set(path, Math.min(lowest.get(path) ?? index, lowest.get(next) ?? index));
    }
    if (lowest.get(path) === index) {
      const members = stack.splice(stack.indexOf(path));
      if (members.length > 1 || imports.get(path)?.includes(path)) circles.push(members.sort());
    }
    return index;
  };
  for (const path of imports.keys()) if (!order.has(path)) visit(path);
  return circles;
}
