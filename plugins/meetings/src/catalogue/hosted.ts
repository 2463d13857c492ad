import type { Entry } from "./entry.ts";

/** Services that run the whole conversation, as documented by their providers on 2026-11-21. */
export const hosted: readonly Entry[] = [
  {
    id: "elevenlabs-agents",
    kind: "hosted_agent",
    label: "ElevenLabs Agents",
    docsUrl: "https://elevenlabs.io/docs/conversational-ai/api-reference/websocket",
    providerRuntime: "convai/conversation",
    needs: { packages: ["@elevenlabs/elevenlabs-js"], provider: "elevenlabs" },
    constraints: [
      "The agent must be configured at ElevenLabs first; each conversation refers to it",
      "Input audio is 16-bit mono PCM at 16 kHz, base64-encoded in JSON over WebSocket",
      "Conversations are sent to ElevenLabs and to the model configured there",
    ],
    strengths: ["Large choice of voices, including custom voices", "Turn detection", "Several language models"],
  },
  {
    id: "deepgram-voice-agent",
    kind: "hosted_agent",
    label: "Deepgram Voice Agent API",
    docsUrl: "https://developers.deepgram.com/docs/voice-agent",
    providerRuntime: "agent/converse",
    needs: { packages: ["@deepgram/sdk"], provider: "deepgram" },
    constraints: [
      "Settings must be sent before any audio",
      "Input audio is linear16 at 16 kHz by default",
      "WebSocket only; during silence, keep-alive messages are required",
    ],
    strengths: [
      "Speech recognition, language model and voice are configured separately",
      "Supports language models and voices of other providers",
      "The prompt and the voice can be changed during a conversation",
    ],
  },
  {
    id: "hume-evi",
    kind: "hosted_agent",
    label: "Hume Empathic Voice Interface",
    docsUrl: "https://dev.hume.ai/docs/speech-to-speech-evi/overview",
    providerRuntime: "evi",
    needs: { packages: ["hume"], provider: "hume" },
    constraints: [
      "A chat lasts at most 30 minutes",
      "A chat ends after 2 minutes without user input by default",
      "WebSocket only",
    ],
    strengths: [
      "Recognizes the tone of a voice and responds to it",
      "Detects the end of a turn from the tone of voice",
      "Supports language models of other providers",
    ],
  },
  {
    id: "ultravox",
    kind: "hosted_agent",
    label: "Ultravox Realtime",
    docsUrl: "https://docs.ultravox.ai/apps/websockets",
    needs: { packages: ["ultravox-client"], provider: "ultravox" },
    constraints: [
      "A call must be created over HTTP before it can be joined",
      "WebSocket is for servers; browsers and apps use WebRTC",
      "WebSocket audio is 16-bit PCM at the sample rate set for the call",
    ],
    strengths: [
      "The model processes speech directly, without a transcript",
      "WebRTC, WebSocket, and telephony through Twilio, Telnyx and Plivo",
    ],
  },
  {
    id: "vapi",
    kind: "hosted_agent",
    label: "Vapi",
    docsUrl: "https://docs.vapi.ai",
    needs: { packages: ["@vapi-ai/server-sdk"], provider: "vapi" },
    constraints: [
      "A call ends after 10 minutes by default, and after 12 hours at the latest",
      "10 concurrent calls by default",
    ],
    strengths: [
      "Designed for inbound and outbound telephone calls",
      "Transcribers, models and voices of many providers",
    ],
  },
];
