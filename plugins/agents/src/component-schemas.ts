import { Agent, ClaimedTurn, Defaults, Turn, TurnCause, Unanswered, Waiting } from "./schemas.ts";
import { Speech, VoiceProvider, VoiceSettings } from "./speech.ts";

/** Schemas shared by several operations or events. The keys become type names in generated clients. */
export const schemas = {
  Agent,
  AgentClaimedTurn: ClaimedTurn,
  AgentDefaults: Defaults,
  AgentSpeech: Speech,
  AgentTurn: Turn,
  AgentTurnCause: TurnCause,
  AgentUnanswered: Unanswered,
  AgentVoiceProvider: VoiceProvider,
  AgentVoiceSettings: VoiceSettings,
  AgentWaiting: Waiting,
};
