/** A sentence of the gateway's own documentation, where backticks enclose code. */
export function Prose({ text }: { text: string }) {
  return <>{text.split("`").map((part, at) => (at % 2 === 1 ? <code key={part}>{part}</code> : part))}</>;
}
