import { commandLine } from "@postern/client/command-line";
import type { OperationEntry } from "@postern/core";
import { curl } from "./curl.ts";
import { javascript } from "./javascript.ts";
import { python } from "./python.ts";

/** How an operation is called, in the form of the OpenAPI extension `x-codeSamples`. */
export function samplesOf({ id, path, dryRun, examples }: OperationEntry, url: string) {
  const input = examples[0]?.input ?? {};
  const executes = dryRun === "always";
  const body = executes ? { ...input, execute: true } : input;
  const sampled = { url, id, path, input, body, executes };
  return [
    { lang: "Shell", label: "curl", source: curl(sampled) },
    { lang: "Shell", label: "postern", source: commandLine(id, body) },
    { lang: "JavaScript", label: "@postern/client", source: javascript(sampled) },
    { lang: "Python", label: "Python", source: python(sampled) },
  ];
}
