import type { Entry } from "./entry.ts";

/** Speech-to-speech models, as documented by their providers on 2026-11-21. */
export const realtime: readonly Entry[] = [
  {
    id: "openai-realtime",
    kind: "realtime_api",
    label: "OpenAI Realtime API",
    docsUrl: "https://developers.openai.com/api/docs/guides/realtime",
    defaultModel: "gpt-realtime-2.1",
    providerRuntime: "realtime",
    needs: { packages: ["@openai/agents-realtime"], provider: "openai" },
    constraints: [
      "A session lasts at most 60 minutes",
      "Audio is PCM at 24 kHz, or G.711 for telephony",
      "The voice cannot be changed after the model has spoken in a session",
      "Conversations are sent to OpenAI",
    ],
    strengths: [
      "One model for speech input and output",
      "WebRTC for browsers, WebSocket for servers, SIP for telephony",
      "Calls functions during a conversation",
    ],
  },
  {
    id: "gemini-live",
    kind: "realtime_api",
    label: "Gemini Live API",
    docsUrl: "https://ai.google.dev/gemini-api/docs/live-api/get-started-websocket",
    defaultModel: "gemini-3.8-live",
    providerRuntime: "BidiGenerateContent",
    needs: { packages: ["@google/genai"], provider: "google" },
    constraints: [
      "A connection lasts about 10 minutes; the session then resumes on a new one",
      "Without context compression, a session ends after 15 minutes of audio or 2 minutes of video",
      "Input audio is 16-bit PCM at 16 kHz, output audio is at 24 kHz",
      "Conversations are sent to Google",
    ],
    strengths: [
      "Accepts text, audio and video",
      "Sessions can be resumed after a lost connection",
      "Short-lived tokens allow browsers to connect directly",
    ],
  },
  {
    id: "nova-sonic",
    kind: "realtime_api",
    label: "Amazon Nova 2 Sonic",
    docsUrl: "https://docs.aws.amazon.com/nova/latest/nova2-userguide/using-conversational-speech.html",
    defaultModel: "amazon.nova-2-sonic-v1:0",
    providerRuntime: "InvokeModelWithBidirectionalStream",
    needs: { packages: ["@aws-sdk/client-bedrock-runtime"], provider: "aws" },
    constraints: [
      "A connection lasts at most 8 minutes",
      "Available only in some AWS Regions; a stream cannot span Regions",
      "Uses a bidirectional stream over HTTP/2 with AWS credentials instead of an API key",
      "Input audio is PCM at 16 kHz, output audio is at 24 kHz",
    ],
    strengths: [
      "One model for speech input and output, within your own AWS account",
      "Keeps the context when it is interrupted",
      "Adapts to the tone of the speaker",
    ],
  },
  {
    id: "azure-voice-live",
    kind: "realtime_api",
    label: "Azure Voice Live API",
    docsUrl: "https://learn.microsoft.com/azure/ai-services/speech-service/voice-live",
    defaultModel: "gpt-realtime",
    providerRuntime: "voice-live/realtime",
    needs: { packages: ["@azure/ai-voicelive"], provider: "azure" },
    constraints: [
      "Requires a Microsoft Foundry or Azure Speech resource",
      "Available models depend on the region",
      "Conversations are sent to Microsoft",
    ],
    strengths: [
      "Noise and echo suppression, and end-of-turn detection",
      "Several models, with Azure voices or a custom voice",
      "PCM and G.711 over WebSocket",
    ],
  },
];
