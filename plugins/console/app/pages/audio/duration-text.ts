/** A duration such as 1:05. */
export function durationText(seconds: number): string {
  const whole = Math.max(1, Math.floor(seconds));
  return `${Math.floor(whole / 60)}:${String(whole % 60).padStart(2, "0")}`;
}
