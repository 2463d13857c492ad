import type { PageContext, PageEvent } from "@postern/kit/console";
import { matches } from "../data/globs.ts";
import type { FromPage, SentError, ToPage } from "./protocol.ts";

interface Waiting {
  resolve(answer: unknown): void;
  reject(error: Error): void;
}

/** The console as a page of a plugin sees it, over the port to it. */
export function connect(port: MessagePort, place: string, onTheme: (theme: string) => void) {
  const waiting = new Map<number, Waiting>();
  const listeners = new Set<{ types: readonly string[]; listener: (event?: PageEvent) => void }>();
  const onPlace = new Set<(place: string) => void>();
  let current = place;
  let calls = 0;
  const send = (message: FromPage): void => port.postMessage(message);
  const moved = (to: string): void => {
    current = to;
    for (const listener of onPlace) listener(to);
  };

  port.onmessage = ({ data: message }: MessageEvent<ToPage>) => {
    if (message.type === "answer") {
      const call = waiting.get(message.id);
      waiting.delete(message.id);
      if (message.error) call?.reject(errorOf(message.error));
      else call?.resolve(message.answer);
    } else if (message.type === "event") {
      const { event } = message;
      for (const { types, listener } of listeners) if (!event || matches(types, event.type)) listener(event);
    } else if (message.type === "place") moved(message.place);
    else onTheme(message.theme);
  };
  // The frame has the keyboard, so the console does not see its keys.
  addEventListener("keydown", (event) => {
    if (!(event.metaKey || event.ctrlKey) || event.key.toLowerCase() !== "k" || event.defaultPrevented) return;
    event.preventDefault();
    send({ type: "palette" });
  });

  const page: PageContext = {
    get place() {
      return current;
    },
    call(operation, input = {}) {
      calls += 1;
      const id = calls;
      return new Promise((resolve, reject) => {
        waiting.set(id, { resolve, reject });
        send({ type: "call", id, operation, input });
      });
    },
    on(types, listener) {
      const entry = { types, listener };
      listeners.add(entry);
      return () => listeners.delete(entry);
    },
    go(to) {
      send({ type: "go", place: to });
      moved(to);
    },
    onPlace(listener) {
      onPlace.add(listener);
      return () => onPlace.delete(listener);
    },
  };
  return { page, send };
}

const errorOf = ({ message, ...members }: SentError): Error => Object.assign(new Error(message), members);
