import { type IntervalHistogram, monitorEventLoopDelay } from "node:perf_hooks";
import { counter, gauge, type Metric } from "@postern/kit/checks";

/** How often the delay of the event loop is measured, in milliseconds. */
const RESOLUTION = 20;

/** Several readers see the same delays, so none of them takes a maximum away from the others. In milliseconds. */
const WINDOW = 60_000;

/** Figures of this process, by the names that Prometheus' clients for Node.js use. */
export type ProcessMetrics = ReturnType<typeof measureProcess>;

/** Whoever never reads them pays nothing: delays are measured from the first time on. */
export function measureProcess() {
  let measured: IntervalHistogram | undefined;
  let since = Number.NEGATIVE_INFINITY;
  return {
    stop: () => void measured?.disable(),
    /** The delays are those of the last minute, or up to the time between two calls if that is longer. */
    read(): Metric[] {
      const { rss, heapUsed, heapTotal, external } = process.memoryUsage();
      const { user, system } = process.cpuUsage();
      measured ??= monitorEventLoopDelay({ resolution: RESOLUTION });
      const delay = measured;
      const delays = { mean: delay.mean, p50: delay.percentile(50), p99: delay.percentile(99), max: delay.max };
      delay.enable();
      const now = performance.now();
      if (now - since >= WINDOW) {
        delay.reset();
        since = now;
      }
      return [
        ...Object.entries(delays).map(([name, ns]) =>
          gauge(
            `nodejs_eventloop_lag_${name}_seconds`,
            `Event loop delay of up to the last minute, or since the last scrape: ${name}`,
            lagOf(ns),
          ),
        ),
        gauge("process_resident_memory_bytes", "Resident memory", rss),
        gauge("nodejs_heap_size_used_bytes", "Used heap", heapUsed),
        gauge("nodejs_heap_size_total_bytes", "Reserved heap", heapTotal),
        gauge("nodejs_external_memory_bytes", "Memory outside of the heap", external),
        gauge("process_start_time_seconds", "Start of the process, Unix seconds", performance.timeOrigin / 1_000),
        counter("process_cpu_seconds_total", "Processor time of all threads", (user + system) / 1e6),
      ];
    },
  };
}

/** In seconds, without what the measuring timer itself waits for. Nothing was measured before the first time. */
const lagOf = (ns: number): number => Math.max(0, (Number.isFinite(ns) ? ns : 0) / 1e9 - RESOLUTION / 1_000);
