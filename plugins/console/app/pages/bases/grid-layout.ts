import type { Property } from "@postern/client/api";
import type { RefObject } from "preact";
import { useLayoutEffect, useMemo, useState } from "preact/hooks";
import { useVirtual } from "../../ui/virtual.ts";
import { ADD_WIDTH, columnWidth, type Layout, NUMBER_WIDTH, ROW_HEIGHT } from "./layout.ts";

/** Space below the last row, so that what is shown at a cell has room. */
const BELOW = 160;

interface GridLayout {
  readonly layout: Layout;
  /** The indexes of the rows that are drawn. */
  readonly visible: readonly number[];
  /** The height of all rows, in pixels. */
  readonly height: number;
  /** Measures the columns again after their widths were set. */
  readonly measure: () => void;
}

/** Which rows and columns of a grid are drawn, and where: those that can be seen in its frame, and a few around them. */
export function useGridLayout(
  frame: RefObject<HTMLElement | null>,
  columns: readonly Property[],
  count: number,
): GridLayout {
  const [measured, setMeasured] = useState(0);
  const down = useVirtual({
    count,
    getScrollElement: () => frame.current,
    estimateSize: () => ROW_HEIGHT,
    overscan: 6,
    paddingStart: ROW_HEIGHT,
    paddingEnd: BELOW,
  });
  const across = useVirtual({
    horizontal: true,
    count: columns.length,
    getScrollElement: () => frame.current,
    estimateSize: (at) => columnWidth(columns[at] as Property),
    overscan: 2,
    paddingStart: NUMBER_WIDTH,
    paddingEnd: ADD_WIDTH,
  });
  useLayoutEffect(() => across.measure(), [across, columns, measured]);
  const drawn = across.getVirtualItems();
  const span = drawn.map(({ index, start, size }) => `${index} ${start} ${size}`).join();
  const width = Math.max(NUMBER_WIDTH, across.getTotalSize() - ADD_WIDTH);
  const layout = useMemo<Layout>(
    () => ({
      width,
      columns: drawn.flatMap(({ index, start, size }) => {
        const property = columns[index];
        return property ? [{ property, at: index, left: start, width: size }] : [];
      }),
    }),
    [span, width, columns],
  );
  return {
    layout,
    visible: down.getVirtualItems().map(({ index }) => index),
    height: down.getTotalSize(),
    measure: () => setMeasured((times) => times + 1),
  };
}
