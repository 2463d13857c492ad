import { gatewayErrors } from "@postern/core";
import { createFlite } from "../flite.ts";
import type { State } from "../state.ts";
import type { Engine } from "./engine.ts";
import { findEspeak } from "./espeak.ts";

interface Config {
  readonly engine?: "espeak-ng" | "flite";
}

/** What speaks here: espeak-ng where it is on the PATH, else flite. Looked up once; a configuration may insist. */
export function engineOf({ config, state }: { config: Config; state: State }): Promise<Engine> {
  if (!state.engine) {
    state.engine = find(config);
    // Whoever asks the next time looks again.
    state.engine.catch(() => {
      state.engine = undefined;
    });
  }
  return state.engine;
}

/** Ends what the engine of a gateway has going on. */
export async function stopEngine(state: State): Promise<void> {
  const { engine } = state;
  state.engine = undefined;
  await (await engine?.catch(() => undefined))?.stop();
}

async function find({ engine }: Config): Promise<Engine> {
  const espeak = engine === "flite" ? undefined : await findEspeak();
  if (espeak) return espeak;
  if (engine === "espeak-ng")
    throw gatewayErrors.Unavailable({ reason: "espeak-ng is configured, and is not on the PATH" });
  return createFlite();
}
