import {
  Claim,
  OfferedVoice,
  Problem,
  Request,
  RequestHead,
  ShownPlayback,
  ShownRequest,
  ShownTarget,
  ShownVoice,
  Sound,
  Worker,
} from "./schemas.ts";
import { ShownVoiceProvider, ShownVoiceSettings } from "./voice/schemas.ts";
import { Attempt, work } from "./work/work.ts";

/** Schemas shared by several operations or events. The keys become type names in generated clients. */
export const schemas = {
  SpeechClaim: Claim,
  SpeechJob: work.item,
  SpeechJobAttempt: Attempt,
  OfferedVoice,
  SpeechPlayback: ShownPlayback,
  SpeechProblem: Problem,
  SpeechRequest: Request,
  SpeechRequestDetails: ShownRequest,
  SpeechRequestState: RequestHead,
  SpeechSound: Sound,
  SpeechTarget: ShownTarget,
  SpeechVoice: ShownVoice,
  SpeechWorker: Worker,
  VoiceProviderSettings: ShownVoiceProvider,
  VoiceSettings: ShownVoiceSettings,
};
