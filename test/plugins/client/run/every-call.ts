import type { Manifest } from "@postern/core";

/** A client with the types of the first-party operations. */
export const firstParty =
  'import { createClient } from "@postern/client";\nimport type { Api } from "@postern/client/api";\nconst client = createClient<Api>({ url: "", key: "" });\n';

/** A program that calls every operation with its examples. */
export const everyCall = (operations: Manifest["operations"]): string =>
  operations
    .flatMap(({ id, examples }) =>
      examples.map(({ input }) => `await client.${camel(id)}(${JSON.stringify(input)});\n`),
    )
    .join("");

const camel = (id: string): string => id.replaceAll(/-(\w)/g, (_, letter: string) => letter.toUpperCase());
