import { gatewayErrors, omitUndefined, type Static, type TSchema } from "@postern/core";
import { Value } from "@sinclair/typebox/value";
import { Speech, VoiceProvider, VoiceSettings } from "./schemas.ts";

/** Voice fields of a request. */
export interface VoiceInput {
  readonly voice?: string;
  readonly model?: string;
  readonly lang?: string;
  readonly format?: string;
  readonly speed?: number;
  readonly voiceSettings?: string;
  readonly voiceprovider?: string;
}

/** Parses the JSON fields of a request; throws if they are invalid or contain unknown fields. */
export function readVoiceInput({
  voice,
  model,
  lang,
  format,
  speed,
  voiceSettings,
  voiceprovider,
}: VoiceInput): Speech {
  return omitUndefined({
    voice,
    model,
    lang,
    format,
    speed,
    voiceSettings: voiceSettings === undefined ? undefined : objectIn(voiceSettings, VoiceSettings, "/voiceSettings"),
    voiceprovider: voiceprovider === undefined ? undefined : objectIn(voiceprovider, VoiceProvider, "/voiceprovider"),
  });
}

/** Validates the speech defaults of an agent, which another plugin stores. */
export function readDefaults(agentId: string, speech: Readonly<Record<string, unknown>> = {}): Speech {
  const [fault] = [...Value.Errors(Speech, speech)];
  if (!fault) return speech as Speech;
  throw invalidField("/agent", "speech", `: the speech defaults of ${agentId} are not valid: ${describeFault(fault)}`);
}

function objectIn<S extends TSchema>(text: string, schema: S, path: string): Static<S> {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    throw invalidField(path, "json", 'must be a JSON object, such as {"stability":0.5}');
  }
  if (typeof value !== "object" || value === null || Array.isArray(value))
    throw invalidField(path, "json", "must be a JSON object");
  const faults = [...Value.Errors(schema, value)].slice(0, 10);
  if (faults.length === 0) return value as Static<S>;
  const known = `; known fields: ${Object.keys(schema.properties as object).join(", ")}`;
  throw gatewayErrors.InvalidInput({
    issues: faults.map((fault) => ({
      path,
      code: "json",
      message: `contains an invalid value: ${describeFault(fault)}${fault.message === "Unexpected property" ? known : ""}`,
    })),
  });
}

const describeFault = ({ path, message }: { path: string; message: string }): string =>
  `${path.slice(1, 80) || "it"}: ${message.replace(/^./, (first) => first.toLowerCase())}`;

/** An error for an invalid field. */
export const invalidField = (path: string, code: string, message: string) =>
  gatewayErrors.InvalidInput({ issues: [{ path, code, message }] });
