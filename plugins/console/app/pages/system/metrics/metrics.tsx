import { useEffect, useState } from "preact/hooks";
import { useQuery } from "../../../data/query.ts";
import { Badge } from "../../../ui/badge.tsx";
import { bytesText } from "../../../ui/bytes.ts";
import { Loaded } from "../../../ui/page.tsx";
import { Table } from "../../../ui/table.tsx";
import { type Figures, figuresOf, type Queue, rateOf } from "./figures.ts";
import { parseMetrics } from "./parse.ts";
import { Sparkline } from "./sparkline.tsx";
import "./metrics.css";

const EVERY_MS = 5_000;
/** How many readings are kept for the curves: five minutes. */
const KEPT = 60;

/** Figures of the gateway, read again and again while they are shown. */
export function Metrics() {
  const [readings, setReadings] = useState<readonly Figures[]>([]);
  const query = useQuery("metrics", async (client, signal) => {
    const response = await client.request("/metrics", { signal });
    return figuresOf(parseMetrics(await response.text()), Date.now());
  });
  const { data, reload } = query;
  useEffect(() => {
    if (data) setReadings((before) => [...before, data].slice(-KEPT));
  }, [data]);
  useEffect(() => {
    const timer = setInterval(() => document.hidden || reload(), EVERY_MS);
    return () => clearInterval(timer);
  }, [reload]);
  return (
    <Loaded query={query}>
      {(now) => (
        <div class="stack">
          <Course readings={readings} now={now} />
          <Operations operations={now.operations} />
          <Queues queues={now.queues} />
        </div>
      )}
    </Loaded>
  );
}

function Course({ readings, now }: { readings: readonly Figures[]; now: Figures }) {
  const calls = rateOf(readings, "calls");
  const errors = rateOf(readings, "errors");
  const cpu = rateOf(readings, "cpuSeconds").map((share) => share * 100);
  return (
    <dl class="figures">
      <Figure name="Calls per second" text={lastOf(calls)} values={calls} />
      <Figure name="Errors per second" text={lastOf(errors)} values={errors} />
      <Figure name="Processor" text={`${lastOf(cpu)} %`} values={cpu} />
      <Figure name="Memory" text={bytesText(now.memoryBytes)} values={readings.map(({ memoryBytes }) => memoryBytes)} />
      <Figure
        name="Event loop delay (p99)"
        text={msText(now.loopDelayMs)}
        values={readings.map(({ loopDelayMs }) => loopDelayMs)}
      />
      <Figure
        name="Commits per write"
        text={`${numberText(now.commits.size)} in ${msText(now.commits.ms)}`}
        values={readings.map(({ commits }) => commits.size)}
      />
    </dl>
  );
}

function Figure({ name, text, values }: { name: string; text: string; values: readonly number[] }) {
  return (
    <div class="card figure">
      <dt class="muted">{name}</dt>
      <dd>{text}</dd>
      <Sparkline values={values} />
    </div>
  );
}

/** How many operations are shown: those that are called most. */
const MOST = 50;

function Operations({ operations }: Pick<Figures, "operations">) {
  return (
    <section class="stack" aria-label="Calls">
      <h2>Calls since the start</h2>
      <Table label="Calls by operation" columns={["Operation", "Calls", "Errors", "Mean", "95 % within"]}>
        {operations.slice(0, MOST).map(({ operation, count, errors, meanMs, p95Ms }) => (
          <tr key={operation}>
            <td>
              <code>{operation}</code>
            </td>
            <td class="number">{count.toLocaleString()}</td>
            <td class={errors > 0 ? "number has-errors" : "number"}>{errors.toLocaleString()}</td>
            <td class="number">{msText(meanMs)}</td>
            <td class="number">{p95Ms === undefined ? "–" : msText(p95Ms)}</td>
          </tr>
        ))}
      </Table>
    </section>
  );
}

function Queues({ queues }: { queues: readonly Queue[] }) {
  return (
    <section class="stack" aria-label="Queues">
      <h2>Queues</h2>
      <Table label="Entries by queue" columns={["Queue", "Waiting", "Running", "Dead", "Due for"]}>
        {queues.map(({ name, waiting, running, dead, dueSeconds }) => (
          <tr key={name}>
            <td>
              <code>{name}</code>
            </td>
            <td class="number">{waiting.toLocaleString()}</td>
            <td class="number">{running.toLocaleString()}</td>
            <td class="number">{dead > 0 ? <Badge text={dead.toLocaleString()} tone="bad" /> : "0"}</td>
            <td class="number">{dueSeconds === 0 ? "–" : `${numberText(dueSeconds)} s`}</td>
          </tr>
        ))}
      </Table>
    </section>
  );
}

/** A rate needs two readings. */
const lastOf = (rates: readonly number[]): string => (rates.length === 0 ? "–" : numberText(rates.at(-1) as number));

const numberText = (value: number): string =>
  value.toLocaleString(undefined, { maximumFractionDigits: value < 10 ? 1 : 0 });

const msText = (ms: number): string => (ms >= 1_000 ? `${numberText(ms / 1_000)} s` : `${numberText(ms)} ms`);
