import type { ComponentChildren } from "preact";

/** What is known of something, as names and values. */
export function Facts({ class: more = "", children }: { class?: string; children: ComponentChildren }) {
  return <dl class={`facts ${more}`.trimEnd()}>{children}</dl>;
}

export function Fact({ name, children }: { name: ComponentChildren; children: ComponentChildren }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  );
}
