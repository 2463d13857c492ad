import { quoted } from "@postern/client/command-line";
import type { Sampled } from "./sample.ts";

export const curl = ({ url, path, body }: Sampled): string =>
  [
    `curl -X POST ${url}${path}`,
    '-H "Authorization: Bearer $POSTERN_TOKEN"',
    "-H 'Content-Type: application/json'",
    `-d ${quoted(JSON.stringify(body))}`,
  ].join(" \\\n  ");
