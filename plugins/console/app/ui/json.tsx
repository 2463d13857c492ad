/** A value as readable text, with its members in the order in which they came. */
export function Json({ value, label }: { value: unknown; label?: string }) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable with the keyboard
    <section class="card scroll-x" tabIndex={0} aria-label={label ?? "Data"}>
      <pre>{JSON.stringify(value, null, 2)}</pre>
    </section>
  );
}
