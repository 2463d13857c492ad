import type { Sampled } from "./sample.ts";

/** With the standard library only. */
export const python = ({ url, path, body }: Sampled): string => `import json, os, urllib.request

request = urllib.request.Request(
    ${JSON.stringify(url + path)},
    data=json.dumps(${literal(body)}).encode(),
    headers={
        "Authorization": "Bearer " + os.environ["POSTERN_TOKEN"],
        "Content-Type": "application/json",
    },
)
with urllib.request.urlopen(request) as response:
    print(json.load(response))`;

/** JSON differs from Python in three words. Text stays as it is: both have the same escapes. */
function literal(value: unknown): string {
  if (value === null) return "None";
  if (typeof value === "boolean") return value ? "True" : "False";
  if (Array.isArray(value)) return `[${value.map(literal).join(", ")}]`;
  if (typeof value !== "object") return JSON.stringify(value);
  return `{${Object.entries(value)
    .map(([name, inner]) => `${JSON.stringify(name)}: ${literal(inner)}`)
    .join(", ")}}`;
}
