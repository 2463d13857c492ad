const WIDTH = 120;
const HEIGHT = 28;

/** The course of a figure, beside its value. */
export function Sparkline({ values }: { values: readonly number[] }) {
  const most = Math.max(...values, Number.MIN_VALUE);
  const points = values.map((value, index) => {
    const x = values.length === 1 ? WIDTH : (index / (values.length - 1)) * WIDTH;
    return `${x.toFixed(1)},${(HEIGHT - 1 - (value / most) * (HEIGHT - 2)).toFixed(1)}`;
  });
  return (
    <svg class="sparkline" viewBox={`0 0 ${WIDTH} ${HEIGHT}`} preserveAspectRatio="none" aria-hidden="true">
      <polyline points={points.join(" ")} />
    </svg>
  );
}
