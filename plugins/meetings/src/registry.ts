import { RuntimeId } from "./schemas.ts";
import type { VoiceRuntime, VoiceRuntimes } from "./services.ts";

const ID = new RegExp(RuntimeId.pattern as string);
const MOST = 50;
const LONGEST = 500;

/** The runtimes that plugins of a gateway offer, by id, and where they register them. */
export function createRegistry(): { runtimes: ReadonlyMap<string, VoiceRuntime>; registry: VoiceRuntimes } {
  const runtimes = new Map<string, VoiceRuntime>();
  const registry: VoiceRuntimes = {
    register(runtime) {
      assertSound(runtime);
      const { id, label } = runtime;
      const other = runtimes.get(id);
      if (other) throw new Error(`Two plugins offer the voice runtime ${id}: "${other.label}" and "${label}"`);
      runtimes.set(id, runtime);
      return () => void (runtimes.get(id) === runtime && runtimes.delete(id));
    },
  };
  return { runtimes, registry };
}

/** A plugin may be plain JavaScript: what is wrong is told where it was written, and not in a list that nobody gets. */
function assertSound(runtime: VoiceRuntime): void {
  const { id, kind, label, docsUrl, constraints, strengths, defaultModel, providerRuntime, availability } = runtime;
  const wrong = (field: string, right: string) => {
    throw new TypeError(`A voice runtime's ${field} is ${right}${field === "id" ? "" : `; that of ${id} is not`}`);
  };
  const isText = (text: unknown) => typeof text === "string" && text.length > 0 && text.length <= LONGEST;
  const areTexts = (texts: unknown) => Array.isArray(texts) && texts.length <= MOST && texts.every(isText);
  if (typeof id !== "string" || !ID.test(id)) wrong("id", `text like openai-realtime, not ${JSON.stringify(id)}`);
  for (const [field, text] of Object.entries({ kind, label })) if (!isText(text)) wrong(field, "text");
  if (!isText(docsUrl) || !/^https?:\/\//.test(docsUrl) || !URL.canParse(docsUrl)) wrong("docsUrl", "an address");
  for (const [field, texts] of Object.entries({ constraints, strengths }))
    if (!areTexts(texts)) wrong(field, `a list of at most ${MOST} texts`);
  for (const [field, text] of Object.entries({ defaultModel, providerRuntime }))
    if (text !== undefined && !isText(text)) wrong(field, "text, or absent");
  if (typeof availability !== "function") wrong("availability", "a function");
}
