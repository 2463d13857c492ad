import { expect, it } from "vitest";
import { newUser } from "./postern.ts";

const TRACEPARENT = "00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01";

it.each(["a serving gateway", "the store"])(
  "a command continues the trace of its environment, with %s",
  async (way) => {
    const user = newUser();
    await user.run("init");
    if (way === "a serving gateway") await user.serve();
    const create = (title: string, trace: string) =>
      user.runWith({ TRACEPARENT: trace }, "", "chats", "create", "--title", title);
    expect(await create("Tea", TRACEPARENT)).toMatchObject({ code: 0 });
    expect(await create("Milk", "not a trace\n")).toMatchObject({ code: 0 });
    const { events } = await user.json("events", "list", "--type", "chats.chat.created");
    expect(events.map(({ traceparent }: { traceparent?: string }) => traceparent)).toEqual([TRACEPARENT, undefined]);
  },
);
