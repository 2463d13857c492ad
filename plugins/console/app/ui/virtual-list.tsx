import type { ComponentChildren } from "preact";
import { useRef } from "preact/hooks";
import { useVirtual } from "./virtual.ts";

interface VirtualListProps<T> {
  readonly label: string;
  readonly items: readonly T[];
  readonly keyOf: (item: T) => string;
  /** The usual height of an item, in pixels. */
  readonly estimate: number;
  readonly render: (item: T, index: number) => ComponentChildren;
}

/** A list of any length: only what can be seen is in the document. It scrolls by itself. */
export function VirtualList<T>({ label, items, keyOf, estimate, render }: VirtualListProps<T>) {
  const frame = useRef<HTMLElement>(null);
  const virtualizer = useVirtual({
    count: items.length,
    getScrollElement: () => frame.current,
    estimateSize: () => estimate,
    getItemKey: (index: number) => keyOf(items[index] as T),
    overscan: 8,
  });
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable with the keyboard
    <section ref={frame} class="scroller" tabIndex={0} aria-label={label}>
      <ul class="list" style={{ height: `${virtualizer.getTotalSize()}px`, position: "relative" }}>
        {virtualizer.getVirtualItems().map(({ index, key, start }) => (
          <li
            key={key}
            data-index={index}
            ref={(element) => virtualizer.measureElement(element)}
            style={{ position: "absolute", insetInline: 0, top: 0, transform: `translateY(${start}px)` }}
          >
            {render(items[index] as T, index)}
          </li>
        ))}
      </ul>
    </section>
  );
}
