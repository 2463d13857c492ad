/** What differs between two plans or records: each place with its value before and after. */
export function Changes({
  changes,
}: {
  changes: readonly { readonly path: string; readonly before?: unknown; readonly after?: unknown }[];
}) {
  return (
    <div class="diff card">
      {changes.map(({ path, before, after }) => (
        <div key={path}>
          <div class="muted">{path}</div>
          {before !== undefined && <del dir="auto">− {textOf(before)}</del>}
          {after !== undefined && <ins dir="auto">+ {textOf(after)}</ins>}
        </div>
      ))}
    </div>
  );
}

const textOf = (value: unknown): string => (typeof value === "string" ? value : JSON.stringify(value, null, 2));
