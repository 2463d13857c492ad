import type { GatewayView, PluginContext } from "@postern/core";
import { createInterval } from "@postern/core/background";

/** `low`: records can still be created, but not for long. `full`: they can only be changed and deleted. */
export type DiskState = "ok" | "low" | "full";

export interface Disk {
  readonly state: DiskState;
  /** Bytes that are free, and that the store keeps free. */
  readonly free: number;
  readonly kept: number;
}

type View = Pick<GatewayView, "figures">;

/** A disk is low when less than twice the kept space is free. */
const LOW = 2;
/** How much more must be free before a state ends, so that it does not change with each commit. */
const MARGIN = 1.25;
/** Milliseconds between two looks: a look reads figures of the file system only. */
const EVERY = 10_000;

const states = new WeakMap<View, DiskState>();

/** The state after `before`. */
export function nextState(before: DiskState, { free, kept }: Pick<Disk, "free" | "kept">): DiskState {
  const isBelow = (limit: number, isIn: boolean) => free < limit * (isIn ? MARGIN : 1);
  if (isBelow(kept, before === "full")) return "full";
  return isBelow(LOW * kept, before !== "ok") ? "low" : "ok";
}

/** The disk of a store that is on this machine, as all parts of this process see it. */
export async function diskOf(view: View): Promise<Disk | undefined> {
  const { disk_free_bytes: free, disk_kept_bytes: kept } = await view.figures();
  if (free === undefined || kept === undefined) return undefined;
  const state = nextState(states.get(view) ?? "ok", { free, kept });
  states.set(view, state);
  return { state, free, kept };
}

/** Logs the state of the disk at the start unless it is well, and each change. Returns the function that stops it. */
export async function watchDisk({
  services,
  log,
  now,
}: Pick<PluginContext, "log" | "now"> & { readonly services: { readonly gateway: View } }): Promise<
  () => Promise<void>
> {
  let logged: DiskState = "ok";

  /** Returns whether there is a disk to look at. */
  async function look(): Promise<boolean> {
    const disk = await diskOf(services.gateway);
    if (!disk) return false;
    if (disk.state !== logged) report(disk);
    logged = disk.state;
    return true;
  }

  function report({ state, free, kept }: Disk): void {
    const fields = { freeBytes: free, keptBytes: kept };
    if (state === "ok") log.info(fields, "The disk of the store has enough space again");
    else if (state === "low")
      log.warn(fields, "The disk of the store is nearly full: delete files before commands are refused");
    else log.error(fields, "The disk of the store is full: records can be changed and deleted, but not created");
  }

  if (!(await look())) return async () => {};
  return createInterval(EVERY, { name: "service.disk", log, now, work: look }).stop;
}
