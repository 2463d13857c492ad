import type { Entry } from "./entry.ts";

/** What runs on one's own machines. As its makers documented it on 2026-11-21. */
export const own: readonly Entry[] = [
  {
    id: "livekit-agents",
    kind: "framework",
    label: "LiveKit Agents for Node.js",
    docsUrl: "https://docs.livekit.io/agents/",
    needs: { packages: ["@livekit/agents"], provider: "livekit" },
    constraints: [
      "Takes a LiveKit server, in the cloud or one's own, with its address, key and secret",
      "Outside LiveKit Cloud it takes the keys of its models as well",
    ],
    strengths: [
      "Open source throughout, the media server included",
      "Mixes transcribers, language models, voices and realtime APIs",
      "WebRTC with clients for all major platforms",
    ],
  },
  {
    id: "pipecat",
    kind: "framework",
    label: "Pipecat",
    docsUrl: "https://docs.pipecat.ai",
    constraints: [
      "Written in Python: it runs as a process of its own, which nothing here starts yet",
      "Takes the keys of its models",
    ],
    strengths: [
      "Open source",
      "Pipelines of many transcribers, language models, voices and realtime APIs",
      "WebRTC, WebSocket and telephones",
    ],
  },
  {
    id: "local-pipeline",
    kind: "local_pipeline",
    label: "Local pipeline of whisper.cpp, llama.cpp and espeak-ng or Piper",
    docsUrl: "https://github.com/ggml-org/whisper.cpp",
    needs: { programs: [["whisper-cli"], ["llama-server"], ["espeak-ng", "piper"]] },
    constraints: [
      "The models are downloaded beforehand, and need the memory and the processor that they need",
      "Each turn waits for transcript, answer and speech, one after the other",
      "whisper-cli reads files (flac, mp3, ogg, wav), so speech is cut into turns first",
    ],
    strengths: ["Nothing that is said leaves the machine", "No key, no price a minute, no network"],
  },
];
