import { RuntimeId } from "./schemas.ts";
import type { VoiceRuntime, VoiceRuntimes } from "./services.ts";

const ID = new RegExp(RuntimeId.pattern as string);
const MAX_COUNT = 50;
const MAX_LENGTH = 500;

/** The runtimes registered by plugins of a gateway, by id, and the service to register them. */
export function createRegistry(): { runtimes: ReadonlyMap<string, VoiceRuntime>; registry: VoiceRuntimes } {
  const runtimes = new Map<string, VoiceRuntime>();
  const registry: VoiceRuntimes = {
    register(runtime) {
      assertValid(runtime);
      const { id, label } = runtime;
      const other = runtimes.get(id);
      if (other) throw new Error(`Two plugins register the voice runtime "${id}": "${other.label}" and "${label}"`);
      runtimes.set(id, runtime);
      return () => void (runtimes.get(id) === runtime && runtimes.delete(id));
    },
  };
  return { runtimes, registry };
}

/** Plugins may be plain JavaScript, so errors are thrown at registration and not when the list is requested. */
function assertValid(runtime: VoiceRuntime): void {
  const { id, kind, label, docsUrl, constraints, strengths, defaultModel, providerRuntime, availability } = runtime;
  const reject = (field: string, expected: string) => {
    throw new TypeError(
      `The ${field} of a voice runtime must be ${expected}${field === "id" ? "" : ` (voice runtime "${id}")`}`,
    );
  };
  const isText = (text: unknown) => typeof text === "string" && text.length > 0 && text.length <= MAX_LENGTH;
  const areTexts = (texts: unknown) => Array.isArray(texts) && texts.length <= MAX_COUNT && texts.every(isText);
  if (typeof id !== "string" || !ID.test(id)) reject("id", `a text like openai-realtime, not ${JSON.stringify(id)}`);
  for (const [field, text] of Object.entries({ kind, label }))
    if (!isText(text)) reject(field, `a text of 1 to ${MAX_LENGTH} characters`);
  if (!isText(docsUrl) || !/^https?:\/\//.test(docsUrl) || !URL.canParse(docsUrl)) reject("docsUrl", "an HTTP address");
  for (const [field, texts] of Object.entries({ constraints, strengths }))
    if (!areTexts(texts)) reject(field, `a list of at most ${MAX_COUNT} texts`);
  for (const [field, text] of Object.entries({ defaultModel, providerRuntime }))
    if (text !== undefined && !isText(text)) reject(field, "a text, or absent");
  if (typeof availability !== "function") reject("availability", "a function");
}
