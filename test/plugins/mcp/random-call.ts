import type { OperationEntry } from "@postern/core";

type Json = Readonly<Record<string, unknown>>;

/** Numbers from 0 to 1 that are the same in each run (mulberry32). */
export function createRandom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

export interface Call {
  readonly operation: OperationEntry;
  readonly input: Record<string, unknown>;
}

/** Makes calls of operations: mostly with good input, and with ids that were answered before. */
export function createCalls(operations: readonly OperationEntry[], random: () => number) {
  const ids: string[] = [];
  const pick = <T>(all: readonly T[]): T => all[Math.floor(random() * all.length)] as T;

  function fieldOf(schema: Json, name: string): unknown {
    const { type, enum: words, pattern = "", items, properties } = schema;
    if (random() < 0.03) return pick([null, 17, "", "wrong", [], {}, true]);
    if (Array.isArray(words)) return pick(words);
    const kind = Array.isArray(type) ? pick(type) : type;
    const found = ids.filter((id) => new RegExp(String(pattern)).test(id));
    if (kind === "string" && /id$/i.test(name) && found.length > 0 && random() < 0.9) return pick(found);
    if (kind === "integer" || kind === "number") return Math.floor(random() * 20);
    if (kind === "string") return Array.isArray(type) ? String(Math.floor(random() * 20)) : pick(TEXTS);
    if (kind === "boolean") return random() < 0.5;
    if (kind === "array") return [fieldOf((items ?? {}) as Json, name)];
    if (kind === "object") return objectOf((properties ?? {}) as Record<string, Json>, []);
    return pick(TEXTS);
  }

  function objectOf(properties: Record<string, Json>, required: readonly string[]): Record<string, unknown> {
    const chosen = Object.entries(properties).filter(
      ([name]) => name !== "execute" && (required.includes(name) ? random() < 0.98 : random() < 0.25),
    );
    return Object.fromEntries(chosen.map(([name, schema]) => [name, fieldOf(schema, name)]));
  }

  return {
    next(): Call {
      const operation = pick(operations);
      const { properties = {}, required = [] } = operation.input as {
        properties?: Record<string, Json>;
        required?: readonly string[];
      };
      const input = objectOf(properties, required);
      if (random() < 0.03) input.unknown = 1;
      if (operation.dryRun !== "never" && random() < 0.6) input.execute = random() < 0.8;
      return { operation, input };
    },
    /** Remembers the ids in an answer. */
    learn(answer: unknown): void {
      for (const [id] of JSON.stringify(answer).matchAll(/\b[a-z]+_[0-9a-f]{24}\b/g))
        if (!ids.includes(id)) ids.push(id);
    },
  };
}

const TEXTS = ["alpha", "beta", "gamma", "a longer text of some words", "main", "1", "x@y.example"];
