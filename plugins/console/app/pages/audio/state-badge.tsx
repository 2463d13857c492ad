import type { SpeechRequestDetails } from "@postern/client/api";
import { Badge, type Tone } from "../../ui/badge.tsx";

type State = SpeechRequestDetails["state"];

const TONES: Readonly<Record<State, Tone>> = {
  published: "plain",
  generating: "warn",
  ready: "good",
  played: "accent",
  failed: "bad",
  cancelled: "plain",
};

export const StateBadge = ({ state }: { state: State }) => <Badge text={state} tone={TONES[state]} />;
