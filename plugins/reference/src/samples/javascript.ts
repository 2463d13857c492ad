import type { Sampled } from "./sample.ts";

export function javascript({ url, id, input, executes }: Sampled): string {
  const method = ["client", ...id.split(".").map(camelCase)].join(".");
  const args = [literal(input), ...(executes ? ["{ execute: true }"] : [])].join(", ");
  return `import { createClient } from "@postern/client";

const client = createClient({ url: ${JSON.stringify(url)}, key: process.env.POSTERN_TOKEN });
const answer = await ${method}(${args});
console.log(answer);`;
}

const camelCase = (word: string): string => word.replaceAll(/-(\w)/g, (_, letter: string) => letter.toUpperCase());

/** JSON with bare names of members, as people write it. */
const literal = (value: unknown): string =>
  JSON.stringify(value, null, 2).replaceAll(/^( *)"([A-Za-z_]\w*)": /gm, "$1$2: ");
