import { Agent, Defaults, Turn, Waiting } from "./schemas.ts";
import { Speech, VoiceProvider, VoiceSettings } from "./speech.ts";

/** Schemas that several operations or events share, under the names that generated clients give them. */
export const schemas = {
  Agent,
  AgentDefaults: Defaults,
  AgentSpeech: Speech,
  AgentTurn: Turn,
  AgentVoiceProvider: VoiceProvider,
  AgentVoiceSettings: VoiceSettings,
  AgentWaiting: Waiting,
};
