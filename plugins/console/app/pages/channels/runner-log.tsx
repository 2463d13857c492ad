import { useEffect, useState } from "preact/hooks";
import { useQuery } from "../../data/query.ts";
import { Badge } from "../../ui/badge.tsx";
import { Empty, Loaded } from "../../ui/page.tsx";
import { ClockTime } from "../../ui/time.tsx";
import { VirtualList } from "../../ui/virtual-list.tsx";
import { isShown, LEVELS, type Level, type LogLine, readLines } from "./log-line.ts";

/** How often the log is read while the tab shows it, in milliseconds. There are no events about log lines. */
const EVERY_MS = 2_000;
/** How many lines are read at first, and how many the gateway has at most. */
const PAGE = 200;
const MOST = 1_000;

/** The last lines of the log of the runner, newest first. */
export function RunnerLog({ isStopped }: { isStopped: boolean }) {
  const [least, setLeast] = useState<Level>("debug");
  const [lines, setLines] = useState(PAGE);
  const [isLive, setLive] = useState(true);
  const query = useQuery(
    `log ${lines}`,
    async (client, signal) => readLines((await client.channels.logs({ lines }, { signal })).lines),
    { events: ["channels.**"] },
  );
  const { reload, isLoading } = query;
  useEffect(() => {
    if (!isLive || isLoading) return;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const wait = (): void => {
      clearTimeout(timer);
      if (!document.hidden) timer = setTimeout(reload, EVERY_MS);
    };
    wait();
    document.addEventListener("visibilitychange", wait);
    return () => {
      clearTimeout(timer);
      document.removeEventListener("visibilitychange", wait);
    };
  }, [isLive, isLoading, reload]);
  return (
    <section class="channel-log" aria-label="Log of the runner">
      <div class="row wrap channel-log-head">
        <h2 class="grow">Log</h2>
        <label class="row">
          <input type="checkbox" checked={isLive} onChange={(event) => setLive(event.currentTarget.checked)} />
          Live
        </label>
        <select
          class="input filter"
          aria-label="Level"
          value={least}
          onChange={(event) => setLeast(event.currentTarget.value as Level)}
        >
          {LEVELS.map((level) => (
            <option key={level} value={level}>
              {level === "debug" ? "All levels" : level === "error" ? "Errors" : `${level} and above`}
            </option>
          ))}
        </select>
      </div>
      <Loaded query={query}>
        {(all) => {
          const shown = all.filter((line) => isShown(line, least));
          return (
            <>
              {shown.length === 0 ? (
                <Empty
                  text={textFor(all.length, isStopped)}
                  {...(all.length === 0 && isStopped && { command: "postern channels start" })}
                />
              ) : (
                <VirtualList
                  label="Log lines"
                  items={shown}
                  keyOf={({ key }) => key}
                  estimate={33}
                  render={(line) => <Line line={line} />}
                />
              )}
              {all.length >= lines && lines < MOST && (
                <button type="button" class="button quiet" onClick={() => setLines(Math.min(lines * 2, MOST))}>
                  Show older lines
                </button>
              )}
            </>
          );
        }}
      </Loaded>
    </section>
  );
}

function textFor(count: number, isStopped: boolean): string {
  if (count > 0) return "No line of this level.";
  return isStopped ? "The log is empty. Start the runner:" : "The log is empty.";
}

function Line({ line: { level, time, message, fields } }: { line: LogLine }) {
  const others = Object.entries(fields);
  return (
    <div class="channel-line">
      <span class="small fixed channel-line-time">{time !== undefined && <ClockTime at={time} />}</span>
      <span class="channel-line-level">
        {level !== "" && <Badge text={level} tone={level === "error" ? "bad" : level === "warn" ? "warn" : "plain"} />}
      </span>
      <span class="channel-line-text">
        <span class="words" dir="auto">
          {message}
        </span>
        {others.length > 0 && (
          <code class="small muted words">
            {others
              .map(([name, value]) => `${name}=${typeof value === "string" ? value : JSON.stringify(value)}`)
              .join(" ")}
          </code>
        )}
      </span>
    </div>
  );
}
