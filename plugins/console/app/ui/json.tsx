/** A value as readable text, with its members in the order in which they came. */
export function Json({ value, label }: { value: unknown; label?: string }) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable with the keyboard
    <pre class="card scroll-x" tabIndex={0} role="region" aria-label={label ?? "Data"}>
      {JSON.stringify(value, null, 2)}
    </pre>
  );
}
