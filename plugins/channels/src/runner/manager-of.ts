import type { OurHost } from "../host.ts";
import { builtin } from "./builtin.ts";
import type { Observation } from "./observe.ts";
import { pm2 } from "./pm2.ts";
import type { RunnerManager } from "./supervision.ts";

type Config = OurHost["config"];

export const managerOf = ({ manager }: Config): RunnerManager => (manager === "pm2" ? pm2 : builtin);

/** Everything that may supervise a runner: the configured manager, and the one it was started with. */
export const managersOf = ({ manager }: Config, { intent }: Observation): RunnerManager[] =>
  manager === "pm2" || intent?.isWithPm2 ? [pm2, builtin] : [builtin];
