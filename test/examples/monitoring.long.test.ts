import { type ChildProcess, execFileSync, spawn } from "node:child_process";
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { describe, expect, it, onTestFinished } from "vitest";
import { freePort } from "../run/port.ts";
import { has } from "../run/programs.ts";
import { until } from "../run/until.ts";
import { newUser } from "../surfaces/postern.ts";

const example = fileURLToPath(new URL("../../examples/monitoring", import.meta.url));
interface Panel {
  readonly title: string;
  readonly type: string;
  readonly targets?: readonly { readonly expr: string }[];
}

const dashboard = JSON.parse(readFileSync(join(example, "dashboard.json"), "utf8"));
const panels: Panel[] = dashboard.panels;

/** The queries of a panel as Grafana sends them. */
const queriesOf = ({ targets = [] }: Panel): string[] =>
  targets.map(({ expr }) => expr.replaceAll("$instance", ".*").replaceAll("$__rate_interval", "5s"));

/** The names of metrics in queries, without what a histogram adds to its name. */
const namesIn = (queries: readonly string[]): string[] => [
  ...new Set(
    queries
      .flatMap((query) => query.match(/\b(postern|nodejs|process)_[a-z0-9_]+/g) ?? [])
      .map((name) => name.replace(/_(bucket|sum|count)$/, "")),
  ),
];

/** Prometheus with the configuration of the example, for a gateway at `url`, until the test ends. */
async function startPrometheus(url: string, key: string) {
  const folder = mkdtempSync(join(tmpdir(), "postern-prometheus-"));
  cpSync(example, folder, { recursive: true });
  const config = readFileSync(join(folder, "prometheus.yml"), "utf8");
  const { host } = new URL(url);
  expect(config).toContain("localhost:4870");
  writeFileSync(
    join(folder, "prometheus.yml"),
    config.replace("localhost:4870", host).replace("scrape_interval: 15s", "scrape_interval: 1s"),
  );
  writeFileSync(join(folder, "postern.key"), key, { mode: 0o600 });
  execFileSync("promtool", ["check", "config", join(folder, "prometheus.yml")], { cwd: folder });
  const port = await freePort();
  const own = `http://127.0.0.1:${port}`;
  const args = ["--config.file=prometheus.yml", "--storage.tsdb.path=tsdb", `--web.listen-address=127.0.0.1:${port}`];
  const child: ChildProcess = spawn("prometheus", args, { cwd: folder, stdio: "ignore" });
  const ended = new Promise((gone) => child.once("close", gone));
  onTestFinished(async () => {
    child.kill("SIGKILL");
    await ended;
    rmSync(folder, { recursive: true, force: true });
  });
  // biome-ignore lint/suspicious/noExplicitAny: answers of Prometheus
  return async (path: string, query: Record<string, string> = {}): Promise<any> => {
    const response = await fetch(`${own}/api/v1/${path}?${new URLSearchParams(query)}`);
    const { status, error, data } = (await response.json()) as { status: string; error?: string; data: unknown };
    if (status !== "success") throw new Error(`${JSON.stringify(query)}: ${error}`);
    return data;
  };
}

describe.skipIf(!has("prometheus"))("monitoring with Prometheus (needs prometheus)", () => {
  it("reads a gateway with a key that can do nothing else, and answers every query of the dashboard and alerts", async () => {
    const user = newUser();
    await user.run("init");
    const { url } = await user.serve();
    const derived = await user.json("context", "derive", "--label", "prometheus", "--scopes", "service:metrics");
    const ask = await startPrometheus(url, derived.key);
    for (let at = 0; at < 20; at++) await user.json("chats", "create", "--title", `Tea ${at}`);
    await user.run("chats", "show", "nowhere");

    const health = async () => {
      const { activeTargets } = (await ask("targets")) as { activeTargets: { health: string; lastError: string }[] };
      return activeTargets.map(({ health, lastError }) => [health, lastError]);
    };
    await until(async () => expect(await health()).toEqual([["up", ""]]));

    const metadata = (await ask("targets/metadata")) as { metric: string; help: string; type: string }[];
    const known = new Set(metadata.map(({ metric }) => metric));
    const { groups } = (await ask("rules")) as {
      groups: { rules: { name: string; query: string; health: string }[] }[];
    };
    const rules = groups.flatMap(({ rules }) => rules);
    const queries = [...panels.flatMap(queriesOf), ...rules.map(({ query }) => query)];
    expect(queries.length).toBeGreaterThan(40);
    expect(namesIn(queries).filter((name) => !known.has(name))).toEqual([]);
    for (const query of queries) await ask("query", { query });

    const valuesOf = async (title: string) => {
      const panel = panels.find((one) => one.title === title) as Panel;
      const answers = await Promise.all(
        queriesOf(panel).map((query) => ask("query", { query }) as Promise<{ result: { value: [number, string] }[] }>),
      );
      return answers.flatMap(({ result }) => result.map(({ value }) => Number(value[1])));
    };
    for (const { title } of panels.filter(({ type }) => type === "stat"))
      await until(async () => expect([title, (await valuesOf(title)).length]).toEqual([title, 1]));
    expect(await valuesOf("Gateways that answer")).toEqual([1]);
    await until(async () =>
      expect((await ask("query", { query: "postern_calls_total" })).result).toContainEqual(
        expect.objectContaining({
          metric: expect.objectContaining({ operation: "chats.create", mode: "execute", outcome: "done" }),
          value: [expect.any(Number), "20"],
        }),
      ),
    );
    expect(rules.map(({ health }) => health)).not.toContain("err");
  });
});

describe("the dashboard", () => {
  it("has panels with distinct places and ids, each of the chosen data source", () => {
    const ids = dashboard.panels.map(({ id }: { id: number }) => id);
    expect(new Set(ids).size).toBe(ids.length);
    const taken = new Set<string>();
    for (const {
      gridPos: { x, y, w, h },
    } of dashboard.panels)
      for (let at = 0; at < w * h; at++) {
        const place = `${x + (at % w)} ${y + Math.floor(at / w)}`;
        expect(taken.has(place)).toBe(false);
        taken.add(place);
      }
    const sources = dashboard.panels.flatMap(
      ({ datasource }: { datasource?: { uid: string } }) => datasource?.uid ?? [],
    );
    expect(new Set(sources)).toEqual(new Set(["$".concat("{datasource}")]));
  });
});
