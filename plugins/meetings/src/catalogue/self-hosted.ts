import type { Entry } from "./entry.ts";

/** Self-hosted software, as documented by its authors on 2026-11-21. */
export const selfHosted: readonly Entry[] = [
  {
    id: "livekit-agents",
    kind: "framework",
    label: "LiveKit Agents for Node.js",
    docsUrl: "https://docs.livekit.io/agents/",
    needs: { packages: ["@livekit/agents"], provider: "livekit" },
    constraints: [
      "Requires a LiveKit server, self-hosted or in the cloud, with its address, key and secret",
      "Outside LiveKit Cloud, it also requires the keys of its models",
    ],
    strengths: [
      "Open source, including the media server",
      "Combines transcribers, language models, voices and realtime APIs",
      "WebRTC clients for all major platforms",
    ],
  },
  {
    id: "pipecat",
    kind: "framework",
    label: "Pipecat",
    docsUrl: "https://docs.pipecat.ai",
    constraints: [
      "Written in Python: it runs as a separate process, which Postern cannot start yet",
      "Requires the keys of its models",
    ],
    strengths: [
      "Open source",
      "Supports many transcribers, language models, voices and realtime APIs",
      "WebRTC, WebSocket and telephony",
    ],
  },
  {
    id: "local-pipeline",
    kind: "local_pipeline",
    label: "Local pipeline of whisper.cpp, llama.cpp and espeak-ng or Piper",
    docsUrl: "https://github.com/ggml-org/whisper.cpp",
    needs: { programs: [["whisper-cli"], ["llama-server"], ["espeak-ng", "piper"]] },
    constraints: [
      "Models must be downloaded first, and need enough memory and processing power",
      "Transcription, response and speech run one after the other in each turn",
      "whisper-cli reads files (flac, mp3, ogg, wav), so speech must be split into turns first",
    ],
    strengths: ["Conversations stay on this machine", "No API key, no usage fees, no network required"],
  },
];
