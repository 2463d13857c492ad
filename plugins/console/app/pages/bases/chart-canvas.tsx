import type { Chart, ChartPoint } from "@postern/client/api";
import {
  ArcElement,
  BarController,
  BarElement,
  CategoryScale,
  type ChartConfiguration,
  Chart as Drawing,
  Filler,
  Legend,
  LinearScale,
  LineController,
  LineElement,
  PieController,
  PointElement,
  Tooltip,
} from "chart.js";
import { useEffect, useRef } from "preact/hooks";
import { type ChartColors, useChartColors } from "./chart-colors.ts";
import { countText } from "./count.ts";

// Only what is used, so that the rest of the library is not loaded.
Drawing.register(ArcElement, BarController, BarElement, CategoryScale, Filler, Legend, LinearScale, LineController);
Drawing.register(LineElement, PieController, PointElement, Tooltip);

/** Parts of a whole that are drawn. The smaller ones are one part. */
const MOST_PARTS = 8;

interface ChartCanvasProps {
  readonly chart: Chart;
  readonly points: readonly ChartPoint[];
}

/** A chart as a picture. Its values are in a table beside it. */
export function ChartCanvas({ chart, points }: ChartCanvasProps) {
  const canvas = useRef<HTMLCanvasElement>(null);
  const colors = useChartColors();
  useEffect(() => {
    if (!canvas.current) return;
    const drawing = new Drawing(canvas.current, configuration(chart.kind, points, colors));
    return () => drawing.destroy();
  }, [chart.kind, points, colors]);
  return (
    <div class="bases-canvas">
      <canvas
        ref={canvas}
        role="img"
        aria-label={`${chart.name}, ${chart.kind} chart of ${countText(points.length, "value")}`}
      />
    </div>
  );
}

function configuration(kind: Chart["kind"], points: readonly ChartPoint[], colors: ChartColors): ChartConfiguration {
  const isPie = kind === "pie";
  const shown = isPie ? parts(points) : points;
  const labels = shown.map(({ x }) => x ?? "(empty)");
  const data = shown.map(({ y }) => y);
  const [accent = colors.text] = colors.parts;
  return {
    type: kind === "bar" ? "bar" : isPie ? "pie" : "line",
    data: {
      labels,
      datasets: [
        {
          data,
          backgroundColor: isPie ? [...colors.parts] : kind === "area" ? colors.soft : accent,
          borderColor: isPie ? colors.ground : accent,
          borderWidth: kind === "bar" ? 0 : 2,
          fill: kind === "area",
          pointRadius: points.length > 60 ? 0 : 3,
        } as never,
      ],
    },
    options: {
      responsive: true,
      maintainAspectRatio: false,
      animation: false,
      color: colors.text,
      plugins: { legend: { display: isPie, position: "right", labels: { color: colors.text } } },
      ...(!isPie && {
        scales: {
          x: { grid: { display: false }, border: { color: colors.line }, ticks: { color: colors.text } },
          y: {
            beginAtZero: true,
            grid: { color: colors.line },
            border: { display: false },
            ticks: { color: colors.text, ...(data.every(Number.isInteger) && { precision: 0 }) },
          },
        },
      }),
    },
  };
}

function parts(points: readonly ChartPoint[]): readonly ChartPoint[] {
  if (points.length <= MOST_PARTS) return points;
  const sorted = points.toSorted((one, other) => other.y - one.y);
  const rest = sorted.slice(MOST_PARTS - 1);
  const sum = rest.reduce((total, { y }) => total + y, 0);
  return [...sorted.slice(0, MOST_PARTS - 1), { x: `${rest.length} others`, y: sum }];
}
