import {
  elementScroll,
  observeElementOffset,
  observeElementRect,
  Virtualizer,
  type VirtualizerOptions,
} from "@tanstack/virtual-core";
import { useLayoutEffect, useState } from "preact/hooks";

type Options = Omit<
  VirtualizerOptions<HTMLElement, Element>,
  "observeElementRect" | "observeElementOffset" | "scrollToFn" | "onChange"
>;

/** Which part of something long can be seen. Draws again when that changes. */
export function useVirtual(given: Options): Virtualizer<HTMLElement, Element> {
  const [, redraw] = useState(0);
  const options = {
    ...given,
    observeElementRect,
    observeElementOffset,
    scrollToFn: elementScroll,
    onChange: () => redraw((times) => times + 1),
  };
  const [virtualizer] = useState(() => new Virtualizer<HTMLElement, Element>(options));
  virtualizer.setOptions(options);
  useLayoutEffect(() => virtualizer._didMount(), [virtualizer]);
  useLayoutEffect(() => virtualizer._willUpdate());
  return virtualizer;
}
