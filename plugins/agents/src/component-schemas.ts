import { Agent, Defaults, Turn, Waiting } from "./schemas.ts";
import { Speech, VoiceProvider, VoiceSettings } from "./speech.ts";

/** Schemas shared by several operations or events. The keys become type names in generated clients. */
export const schemas = {
  Agent,
  AgentDefaults: Defaults,
  AgentSpeech: Speech,
  AgentTurn: Turn,
  AgentVoiceProvider: VoiceProvider,
  AgentVoiceSettings: VoiceSettings,
  AgentWaiting: Waiting,
};
