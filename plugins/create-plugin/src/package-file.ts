import { readFileSync } from "node:fs";
import type { Names } from "./names.ts";

interface OwnPackage {
  readonly version: string;
  readonly peerDependencies: Readonly<Record<"@postern/core" | "@postern/kit", string>>;
}

/** This package's package.json, which has the version ranges of the kernel and the kit for new plugins. */
export const own = JSON.parse(readFileSync(new URL("../package.json", import.meta.url), "utf8")) as OwnPackage;

/** The package.json of a new plugin. */
export function packageFile({ group, name, title }: Names, author: string | undefined): Record<string, unknown> {
  const postern = own.peerDependencies;
  return {
    name,
    version: "0.1.0",
    description: `${title}: the group ${group} for Postern.`,
    ...(author !== undefined && { author }),
    license: "MIT",
    type: "module",
    engines: { node: ">=20.19.0" },
    sideEffects: false,
    exports: { ".": { types: "./dist/index.d.ts", default: "./dist/index.js" } },
    files: ["dist"],
    publishConfig: { access: "public" },
    scripts: {
      build: "tsup && tsc -p tsconfig.build.json",
      types: "tsc",
      test: "vitest run",
      prepack: "npm run build",
      prepublishOnly: "npm run types && npm test",
    },
    keywords: ["postern-plugin"],
    // The type declarations of operations refer to it.
    dependencies: { "@sinclair/typebox": "^0.34.52" },
    peerDependencies: postern,
    devDependencies: {
      ...postern,
      "@types/node": "^20.19.0",
      tsup: "^8.5.1",
      typescript: "~5.9.3",
      vitest: "^4.1.11",
    },
  };
}
