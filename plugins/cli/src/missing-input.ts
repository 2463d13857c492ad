import type { OperationEntry } from "@postern/core";
import { Refusal } from "./exit.ts";
import { flagsOf } from "./flags.ts";

type Operation = Pick<OperationEntry, "input">;
type Body = Readonly<Record<string, unknown>>;

interface Schema {
  readonly properties?: Readonly<Record<string, { readonly contentMediaType?: string }>>;
  readonly oneOf?: readonly { readonly required?: readonly string[] }[];
}

const EXAMPLES: Readonly<Record<string, string>> = { "text/csv": "leads.csv", "text/calendar": "events.ics" };

/** Refuses a call without the file that it needs. The gateway would name fields that are rarely typed. */
export function assertFile({ input }: Operation, body: Body): void {
  const { properties = {}, oneOf = [] } = input as Schema;
  const [file, ...others] = flagsOf({ input }).filter(({ isDocument }) => isDocument);
  if (!file || others.length > 0 || "file" in properties) return;
  const forms = file.required ? [[file.field]] : oneOf.map(({ required = [] }) => required);
  if (!forms.flat().includes(file.field)) return;
  if (forms.flat().some((field) => body[field] !== undefined)) return;
  const example = EXAMPLES[properties[file.field]?.contentMediaType ?? ""] ?? "<file>";
  throw new Refusal(`Give the file: --file ${example}, or --file - for standard input`);
}

/** A problem whose missing fields name their choices. */
export function withChoices<P extends Body>(problem: P | undefined, { input }: Operation): P | undefined {
  if (!problem || !Array.isArray(problem.issues)) return problem;
  const flags = flagsOf({ input });
  const issues = (problem.issues as { path: string; message: string }[]).map((issue) => {
    const choices = flags.find(({ field }) => issue.path === `/${field}`)?.choices;
    if (issue.message !== "is required" || !choices) return issue;
    return { ...issue, message: `is required: ${new Intl.ListFormat("en", { type: "disjunction" }).format(choices)}` };
  });
  return { ...problem, issues };
}
