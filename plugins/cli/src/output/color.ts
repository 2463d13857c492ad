const COLORS = {
  green:
    "active answered clean completed connected delivered done enabled executed ok online open ready running sent succeeded success",
  yellow:
    "blocked busy connecting delayed pending planned queued reconnecting restarting retrying starting stopping unchecked waiting warning",
  red: "cancelled canceled damaged dead disconnected error expired failed fatal offline refused revoked stopped unhealthy",
} as const;

const byWord = new Map(
  Object.entries(COLORS).flatMap(([color, words]) =>
    words.split(" ").map((word) => [word, color as keyof typeof COLORS]),
  ),
);

/** The color of a status; undefined for a status that is neither good nor bad. */
export const statusColor = (status: string): keyof typeof COLORS | undefined => byWord.get(status);
