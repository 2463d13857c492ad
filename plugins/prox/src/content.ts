import { gatewayErrors } from "@postern/core";
import { languageOf } from "./language.ts";
import type { Content, Entry } from "./schemas.ts";

const TEXTS = ["language", "provider", "connection", "agentId", "voice", "firstMessage", "prompt"] as const;
/** What removes the texts of a profile. */
export const noTexts = Object.fromEntries(TEXTS.map((field) => [field, ""]));

/** The content of a profile after a change. An empty text removes the field. */
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

/** Whether two profiles have the same content. */
export const isSame = (left: Content, right: Content): boolean =>
  JSON.stringify(changed(undefined, left)) === JSON.stringify(changed(undefined, right));

/** Throws if the language is unknown. */
export function assertLanguage(language: string | undefined): void {
  if (!language || languageOf(language) !== undefined) return;
  const message = `must be a BCP 47 language tag, for example en or de-CH, not ${language}`;
  throw gatewayErrors.InvalidInput({ issues: [{ path: "/language", code: "language", message }] });
}
