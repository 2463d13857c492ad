/** Words that people write in capitals. */
const CAPITALS = new Set(["ca", "dns", "ip", "jid", "sasl", "tls", "url"]);

/** The name of a field for people: `debounceMs` is `Debounce (ms)`, and `baseURL` is `Base URL`. */
export function labelOf(name: string): string {
  const [last = name] = name.split("/").slice(-1);
  const words = last
    .replace(/Ms$/, " (ms)")
    .replaceAll(/([a-z0-9])([A-Z])/g, "$1 $2")
    .split(" ");
  const text = words
    .map((word) => (CAPITALS.has(word.toLowerCase()) ? word.toUpperCase() : word.toLowerCase()))
    .join(" ");
  return text.charAt(0).toUpperCase() + text.slice(1);
}
