import { Session } from "node:inspector/promises";

/** The stage of a sample is that of its innermost function that is named here. */
const STAGES: Record<string, readonly string[]> = {
  parse: ["readBody", "parseBody", "parseJson"],
  authenticate: ["authenticate", "recognize", "authorize"],
  validate: ["admit", "issuesIn", "assertValid", "trimmed", "notJson"],
  plan: ["planMessage", "openChatOf"],
  execute: ["sendMessage", "createMessage", "placeMessage"],
  journal: ["record", "runOf", "entryOf"],
  "hand-over": ["flatten", "unflatten", "postMessage", "send", "driver.commit"],
  check: ["holds", "isUntouched"],
  encode: ["materialize", "change"],
  put: ["putSync", "removeSync"],
  commit: ["finishTxn", "commitTxn", "take"],
  answer: ["reply", "answerOf", "jsonAnswer", "known"],
  "garbage collector": ["(garbage collector)"],
};
const stageOf = new Map(
  Object.entries(STAGES).flatMap(([stage, names]) => names.map((name) => [name, stage] as const)),
);

interface Profile {
  nodes: { id: number; callFrame: { functionName: string }; children?: number[] }[];
  samples?: number[];
  timeDeltas?: number[];
}
type Shares = Record<string, number>;
/** Sends a command of the inspector's protocol to a thread. */
type Post = (method: string, params?: object) => Promise<unknown>;

/** Samples the main thread and the only worker while `work` runs. Returns the share of each stage, without idle time. */
export async function profileThreads(work: () => Promise<void>): Promise<{ main: Shares; writer: Shares }> {
  const session = new Session();
  session.connect();
  // The idle worker does not keep the process alive while it is asked.
  const alive = setInterval(() => {}, 1_000);
  const main = ((method: string, params?: object) => session.post(method as never, params as never)) as Post;
  const writer = await workerOf(session, main);
  const threads = [main, writer];
  for (const post of threads) {
    await post("Profiler.enable");
    await post("Profiler.setSamplingInterval", { interval: 250 });
    await post("Profiler.start");
  }
  await work();
  const [ofMain, ofWriter] = await Promise.all(
    threads.map(async (post) => sharesIn(((await post("Profiler.stop")) as { profile: Profile }).profile)),
  );
  session.disconnect();
  clearInterval(alive);
  return { main: ofMain ?? {}, writer: ofWriter ?? {} };
}

/** Commands to the worker pass through the session of the main thread. */
async function workerOf(session: Session, main: Post): Promise<Post> {
  let worker = "";
  let last = 0;
  const waiting = new Map<number, (result: unknown) => void>();
  session.on("NodeWorker.attachedToWorker", ({ params }) => {
    worker = params.sessionId;
  });
  session.on("NodeWorker.receivedMessageFromWorker", ({ params }) => {
    const { id, result } = JSON.parse(params.message) as { id: number; result: unknown };
    waiting.get(id)?.(result);
  });
  await main("NodeWorker.enable", { waitForDebuggerOnStart: false });
  return (method, params = {}) =>
    new Promise((resolve, reject) => {
      const id = ++last;
      waiting.set(id, resolve);
      const message = JSON.stringify({ id, method, params });
      main("NodeWorker.sendMessageToWorker", { sessionId: worker, message }).catch(reject);
    });
}

function sharesIn({ nodes, samples = [], timeDeltas = [] }: Profile): Shares {
  const byId = new Map(nodes.map((node) => [node.id, node]));
  const stages = new Map<number, string>();
  const assign = (id: number, inherited: string): void => {
    const node = byId.get(id);
    if (!node) return;
    const { functionName } = node.callFrame;
    const stage = functionName === "(idle)" ? "" : (stageOf.get(functionName) ?? inherited);
    stages.set(id, stage);
    for (const child of node.children ?? []) assign(child, stage);
  };
  assign(nodes[0]?.id ?? 0, "the rest");
  const times: Shares = {};
  let total = 0;
  samples.forEach((id, at) => {
    const stage = stages.get(id) ?? "the rest";
    if (stage === "") return;
    times[stage] = (times[stage] ?? 0) + (timeDeltas[at] ?? 0);
    total += timeDeltas[at] ?? 0;
  });
  return Object.fromEntries(Object.entries(times).map(([stage, time]) => [stage, time / total]));
}
