/** What the files of tests that share a process have in common. */
export interface Surroundings {
  /** Environment variables. */
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly folder: string;
  /** Names of what keeps the process alive, such as timers, servers and child processes, one for each. */
  readonly resources: readonly string[];
  /** Number of listeners of the process, by event and name. */
  readonly listeners: Readonly<Record<string, number>>;
}

/** Resources that the test runner itself opens and closes, and those that end by themselves or when they are collected. */
const TRANSIENT =
  /^(IntervalHistogram|FSReqPromise|FSReqCallback|PipeWrap|Immediate|CloseReq|GetAddrInfoReqWrap|TickObject|TTYWrap)$/;
/** Set by the test runner for each file. */
const OWN = /^(VITEST_|TEST$|NODE_ENV$)/;

export const surroundings = (): Surroundings => ({
  env: Object.fromEntries(Object.entries(process.env).filter(([name]) => !OWN.test(name))),
  folder: process.cwd(),
  resources: process.getActiveResourcesInfo().filter((name) => !TRANSIENT.test(name)),
  listeners: count(listenersOf()),
});

function listenersOf(): string[] {
  const names = process.eventNames();
  return names.flatMap((event) =>
    process
      .listeners(event as "exit")
      .filter((listener) => !isNative(listener))
      .map(({ name }) => `${String(event)}${name && ` (${name})`}`),
  );
}

/** Such as that of lmdb, which adds it once in a process. */
const isNative = (listener: object): boolean => String(listener).includes("[native code]");

/** What is set to something else afterwards, as phrases: environment variables, the folder. */
export function changed(before: Surroundings, after: Surroundings): string[] {
  const names = [...new Set([...Object.keys(before.env), ...Object.keys(after.env)])];
  return [
    ...names.filter((name) => before.env[name] !== after.env[name]).map((name) => `the environment variable ${name}`),
    ...(before.folder === after.folder ? [] : [`the current folder ${after.folder}`]),
  ];
}

/** What is there afterwards in addition, as phrases: resources, listeners. */
export const added = (before: Surroundings, after: Surroundings): string[] => [
  ...more(count(before.resources), count(after.resources)),
  ...more(before.listeners, after.listeners).map((text) => `listener for ${text}`),
];

function count(names: readonly string[]): Record<string, number> {
  const counts: Record<string, number> = {};
  for (const name of names) counts[name] = (counts[name] ?? 0) + 1;
  return counts;
}

const more = (before: Readonly<Record<string, number>>, after: Readonly<Record<string, number>>): string[] =>
  Object.entries(after)
    .filter(([name, number]) => number > (before[name] ?? 0))
    .map(([name, number]) => `${number - (before[name] ?? 0)} × ${name}`);

export const leaves = (left: readonly string[]): Error =>
  new Error(
    `This file leaves behind, for the next one in its process: ${left.join(", ")}. Undo it in "onTestFinished".`,
  );
