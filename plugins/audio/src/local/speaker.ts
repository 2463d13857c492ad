import { gatewayErrors } from "@postern/core";
import { createFlite } from "../flite.ts";
import type { Engine } from "./engine.ts";
import { findEspeak } from "./espeak.ts";

interface Config {
  readonly engine?: "espeak-ng" | "flite";
}

/** One for each gateway, which is known by its configuration. */
const engines = new WeakMap<Config, Promise<Engine>>();

/** What speaks here: espeak-ng where it is on the PATH, else flite. Looked up once; a configuration may insist. */
export function engineOf(config: Config): Promise<Engine> {
  let engine = engines.get(config);
  if (!engine) {
    engine = find(config);
    engines.set(config, engine);
    // Whoever asks the next time looks again.
    engine.catch(() => engines.delete(config));
  }
  return engine;
}

/** Ends what the engine of a gateway has going on. */
export async function stopEngine(config: Config): Promise<void> {
  const engine = engines.get(config);
  engines.delete(config);
  await (await engine?.catch(() => undefined))?.stop();
}

async function find({ engine }: Config): Promise<Engine> {
  const espeak = engine === "flite" ? undefined : await findEspeak();
  if (espeak) return espeak;
  if (engine === "espeak-ng")
    throw gatewayErrors.Unavailable({ reason: "espeak-ng is configured, and is not on the PATH" });
  return createFlite();
}
