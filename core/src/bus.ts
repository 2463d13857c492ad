import mitt, { type Emitter } from "mitt";
import type { EventDefinition, GatewayEvent } from "./event.ts";

// mitt is typed as if it were CommonJS only; what is imported is the function itself.
const createEmitter = mitt as unknown as <E extends Record<string, unknown>>() => Emitter<E>;

export interface Bus {
  on<Data>(event: EventDefinition<string, Data> | "*", listener: (event: GatewayEvent<Data>) => unknown): () => void;
  /** Whether anybody listens: events that nobody hears need not be made. */
  isHeard(): boolean;
  publish(events: readonly GatewayEvent[]): void;
  /** Settles when every listener that was called so far has finished. */
  idle(): Promise<void>;
}

/** mitt, with listeners that cannot hurt the publisher or each other: on its own, one that throws silences those after it. */
export function createBus(onError: (error: unknown, event: GatewayEvent) => void): Bus {
  const emitter = createEmitter<Record<string, GatewayEvent>>();
  const running = new Set<Promise<void>>();

  function isolated(listener: (event: never) => unknown) {
    return (event: GatewayEvent) => {
      const work = Promise.resolve()
        .then(() => listener(event as never))
        .then(
          () => {},
          (error: unknown) => onError(error, event),
        )
        .finally(() => running.delete(work));
      running.add(work);
    };
  }

  return {
    on(event, listener) {
      const guarded = isolated(listener);
      if (event === "*") {
        const every = (_type: string, happened: GatewayEvent) => guarded(happened);
        emitter.on("*", every);
        return () => emitter.off("*", every);
      }
      emitter.on(event.type, guarded);
      return () => emitter.off(event.type, guarded);
    },
    isHeard: () => [...emitter.all.values()].some((listeners) => listeners.length > 0),
    publish(events) {
      for (const event of events) emitter.emit(event.type, event);
    },
    async idle() {
      while (running.size > 0) await Promise.all(running);
    },
  };
}
