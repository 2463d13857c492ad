export type Tone = "plain" | "good" | "warn" | "bad" | "accent";

const TONES: Readonly<Record<string, Tone>> = {
  ...tones("good", "active answered approved connected done enabled executed live open played ready running succeeded"),
  ...tones(
    "warn",
    "blocked claimed degraded connecting expired pending reconnecting restarting stale starting waiting disabled paused",
  ),
  ...tones("bad", "dead denied disconnected down failed revoked stopped error quarantined unreachable"),
};

function tones(tone: Tone, words: string): Record<string, Tone> {
  return Object.fromEntries(words.split(" ").map((word) => [word, tone]));
}

/** A state or kind as a word. States that all groups have in common have the same tone everywhere. */
export function Badge({ text, tone = TONES[text] ?? "plain" }: { text: string; tone?: Tone }) {
  return <span class={`badge ${tone}`}>{text.replaceAll("_", " ")}</span>;
}
