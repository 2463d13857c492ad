import { existsSync, readFileSync } from "node:fs";
import { isBuiltin } from "node:module";
import { dirname, join } from "node:path";

/** Whether Node loads a file as CommonJS: by its extension, or by the nearest package.json. */
function isCommonJs(file) {
  if (!file.endsWith(".js")) return file.endsWith(".cjs");
  let folder = dirname(file);
  while (!existsSync(join(folder, "package.json"))) folder = dirname(folder);
  return JSON.parse(readFileSync(join(folder, "package.json"), "utf8")).type !== "module";
}

/**
 * A plugin of esbuild. What is loaded by `import()` from a package in CommonJS has its names in Node, but in a bundle only
 * `default`. So each such package is imported here, and exports in the bundle what it has then.
 */
export const namedImports = {
  name: "named-imports",
  setup(build) {
    build.onResolve({ filter: /^[^./]/ }, async ({ path, kind, resolveDir }) => {
      if (kind !== "dynamic-import" || isBuiltin(path)) return undefined;
      const found = await build.resolve(path, { kind: "import-statement", resolveDir });
      if (found.external || found.errors.length > 0 || !isCommonJs(found.path)) return undefined;
      return { path: found.path, namespace: "named" };
    });
    build.onLoad({ filter: /./, namespace: "named" }, async ({ path }) => {
      const names = Object.keys(await import(path)).filter((name) => /^(?!default$)[A-Za-z_$][\w$]*$/.test(name));
      const lines = [
        `import * as all from ${JSON.stringify(path)};`,
        `const { ${names.map((name) => `${name}: _${name}`).join(", ")} } = all;`,
        `export { ${names.map((name) => `_${name} as ${name}`).join(", ")} };`,
        "export default all.default;",
      ];
      return { contents: lines.join("\n"), resolveDir: dirname(path) };
    });
  },
};
