import type { Entry } from "./entry.ts";

/** Models that hear and speak by themselves. As their providers documented them on 2026-11-21. */
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
      "A session lasts 60 minutes at most",
      "Audio is PCM at 24 kHz, or G.711 for telephones",
      "The voice stays what it is once the model has spoken in a session",
      "What is said goes to OpenAI",
    ],
    strengths: [
      "Speech in and speech out by one model",
      "WebRTC for browsers, WebSocket for servers, SIP for telephones",
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
      "A connection lasts about 10 minutes; the session is then resumed on another",
      "Without compression of its context a session ends after 15 minutes of audio, or 2 minutes with video",
      "Audio goes in as 16-bit PCM at 16 kHz and comes out at 24 kHz",
      "What is said goes to Google",
    ],
    strengths: [
      "Takes text, audio and video",
      "A session can be resumed after a lost connection",
      "Short-lived tokens let a browser connect by itself",
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
      "A connection lasts 8 minutes at most",
      "Only in some AWS Regions, and a stream may not cross from one to another",
      "A bidirectional stream over HTTP/2, with AWS credentials and no simple key",
      "Audio goes in as PCM at 16 kHz and comes out at 24 kHz",
    ],
    strengths: [
      "Speech in and speech out by one model, within one's own AWS account",
      "Keeps the thread when it is interrupted",
      "Follows the tone of the speaker",
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
      "Takes a Microsoft Foundry or Azure Speech resource",
      "Which models there are depends on the region",
      "What is said goes to Microsoft",
    ],
    strengths: [
      "Suppresses noise and echo, and knows when somebody has finished speaking",
      "Several models to choose from, with Azure's voices or one of one's own",
      "PCM and G.711 over WebSocket",
    ],
  },
];
