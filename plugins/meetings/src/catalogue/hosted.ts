import type { Entry } from "./entry.ts";

/** Services that run the whole conversation. As their providers documented them on 2026-11-21. */
export const hosted: readonly Entry[] = [
  {
    id: "elevenlabs-agents",
    kind: "hosted_agent",
    label: "ElevenLabs Agents",
    docsUrl: "https://elevenlabs.io/docs/conversational-ai/api-reference/websocket",
    providerRuntime: "convai/conversation",
    needs: { packages: ["@elevenlabs/elevenlabs-js"], provider: "elevenlabs" },
    constraints: [
      "The agent is set up at ElevenLabs first; a conversation names it",
      "Audio goes in as 16-bit mono PCM at 16 kHz, as base64 in JSON over WebSocket",
      "What is said goes to ElevenLabs and to the model that is chosen there",
    ],
    strengths: ["A large choice of voices, also one's own", "Knows when to take its turn", "Several language models"],
  },
  {
    id: "deepgram-voice-agent",
    kind: "hosted_agent",
    label: "Deepgram Voice Agent API",
    docsUrl: "https://developers.deepgram.com/docs/voice-agent",
    providerRuntime: "agent/converse",
    needs: { packages: ["@deepgram/sdk"], provider: "deepgram" },
    constraints: [
      "The settings are sent before any audio",
      "Unless the settings say otherwise, audio goes in as linear16 at 16 kHz",
      "Only over WebSocket; silence takes messages that keep the connection alive",
    ],
    strengths: [
      "Listening, thinking and speaking are set one by one",
      "Language models and voices of others may be brought along",
      "The prompt and the voice can change during a conversation",
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
      "A chat lasts 30 minutes at most",
      "It ends after 2 minutes without the user, unless it is set up otherwise",
      "Only over WebSocket",
    ],
    strengths: [
      "Hears the tone of a voice, and answers in a fitting one",
      "Takes the end of a turn from the tone of voice",
      "Language models of others may be brought along",
    ],
  },
  {
    id: "ultravox",
    kind: "hosted_agent",
    label: "Ultravox Realtime",
    docsUrl: "https://docs.ultravox.ai/apps/websockets",
    needs: { packages: ["ultravox-client"], provider: "ultravox" },
    constraints: [
      "A call is created over HTTP first, and joined then",
      "WebSockets are meant for servers; browsers and apps use WebRTC",
      "Audio over WebSocket is 16-bit PCM at the rate that the call names",
    ],
    strengths: [
      "A model that takes speech as it is, without a transcript between",
      "WebRTC, WebSocket, and telephones through Twilio, Telnyx and Plivo",
    ],
  },
  {
    id: "vapi",
    kind: "hosted_agent",
    label: "Vapi",
    docsUrl: "https://docs.vapi.ai",
    needs: { packages: ["@vapi-ai/server-sdk"], provider: "vapi" },
    constraints: [
      "A call ends after 10 minutes unless the assistant says otherwise, and after 12 hours in any case",
      "10 calls at a time unless more are agreed on",
    ],
    strengths: ["Made for telephones, in and out", "Transcriber, model and voice of many providers"],
  },
];
