import { gatewayErrors } from "@postern/core";
import { languageOf } from "./language.ts";
import type { Content, Entry } from "./schemas.ts";

const TEXTS = ["language", "provider", "connection", "agentId", "voice", "firstMessage", "prompt"] as const;

/** What a profile says after a change; an empty text takes the field away. */
export function changed(before: Content | undefined, change: Partial<Entry>): Content {
  const texts = TEXTS.map((field) => [field, change[field] ?? before?.[field]] as const).filter(([, text]) => text);
  const { language, ...others } = Object.fromEntries(texts) as Partial<Content>;
  return {
    name: change.name ?? before?.name ?? "",
    ...(language !== undefined && { language: languageOf(language) ?? language }),
    tags: change.tags ?? before?.tags ?? [],
    enabled: change.enabled ?? before?.enabled ?? true,
    ...others,
    voicemailPolicy: change.voicemailPolicy ?? before?.voicemailPolicy ?? "hangup",
  };
}

/** Whether two profiles say the same. */
export const isSame = (left: Content, right: Content): boolean =>
  JSON.stringify(changed(undefined, left)) === JSON.stringify(changed(undefined, right));

/** Refuses a language that there is not. */
export function assertLanguage(language: string | undefined): void {
  if (!language || languageOf(language) !== undefined) return;
  const message = `must be a language as BCP 47 has it, like en or de-CH; there is none called ${language}`;
  throw gatewayErrors.InvalidInput({ issues: [{ path: "/language", code: "language", message }] });
}
