import { useEffect, useState } from "preact/hooks";

/** The colours of a chart, as the browser computes them from the tokens. */
export interface ChartColors {
  readonly text: string;
  readonly line: string;
  readonly ground: string;
  readonly soft: string;
  /** For the parts of a whole, in this order. */
  readonly parts: readonly string[];
}

const PARTS = ["accent", "good", "warn", "bad", "line-strong", "muted", "accent-fill", "bad-fill"];

/** A canvas does not know the custom properties of a page. */
function read(): ChartColors {
  const probe = document.createElement("span");
  document.body.append(probe);
  const color = (token: string): string => {
    probe.style.color = `var(--${token})`;
    return getComputedStyle(probe).color;
  };
  const colors = {
    text: color("muted"),
    line: color("line"),
    ground: color("surface"),
    soft: color("accent-soft"),
    parts: PARTS.map(color),
  };
  probe.remove();
  return colors;
}

/** The colours, and again when the person or the system changes the theme. */
export function useChartColors(): ChartColors {
  const [colors, setColors] = useState(read);
  useEffect(() => {
    const change = (): void => setColors(read());
    const scheme = matchMedia("(prefers-color-scheme: dark)");
    const theme = new MutationObserver(change);
    scheme.addEventListener("change", change);
    theme.observe(document.documentElement, { attributes: true, attributeFilter: ["data-theme"] });
    return () => {
      scheme.removeEventListener("change", change);
      theme.disconnect();
    };
  }, []);
  return colors;
}
