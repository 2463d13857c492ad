import { listen } from "@postern/core/server";
import { expect, it } from "vitest";
import { createGate } from "../../run/gate.ts";
import { echo, open, parse, post } from "./wire.ts";

/** A gateway whose answers wait until the test releases them. */
function slow() {
  const work = createGate();
  const gateway = echo(async () => {
    await work.opened;
    return new Response("done", { headers: { "content-length": "4" } });
  });
  return { gateway, finish: work.open };
}

it("answers 100 requests in progress, closes their connections, and accepts no more", async () => {
  const { gateway, finish } = slow();
  const door = await listen(gateway, { port: 0 });
  const clients = Array.from({ length: 100 }, () => open(door.port, post(door.port)));
  await expect.poll(() => gateway.seen.length).toBe(100);
  const closing = door.close();
  await expect(fetch(door.url)).rejects.toThrow();
  finish();
  for (const text of await Promise.all(clients.map((client) => client.closed()))) {
    expect(parse(text)).toMatchObject({ status: 200, headers: { connection: "close" }, body: "done" });
  }
  await closing;
});

it("answers requests in transit on a kept connection when it starts to close", async () => {
  const door = await listen(echo(), { port: 0 });
  const clients = Array.from({ length: 20 }, () => open(door.port, post(door.port, "abc")));
  for (const client of clients) await client.until('{"length":3}');
  const closing = door.close();
  for (const { socket } of clients) socket.write(post(door.port, "abcd"));
  for (const client of clients) {
    const answers = (await client.closed()).split(/(?=HTTP\/1.1 )/);
    expect(answers.map((answer) => parse(answer))).toMatchObject([
      { status: 200, body: '{"length":3}' },
      { status: 200, body: '{"length":4}', headers: { connection: "close" } },
    ]);
  }
  await closing;
});

it("closes idle connections soon", async () => {
  const door = await listen(echo(), { port: 0 });
  const used = open(door.port, post(door.port, "abc"));
  await used.until('{"length":3}');
  const unused = open(door.port);
  await unused.connected;
  const began = performance.now();
  await door.close();
  await Promise.all([used.closed(), unused.closed()]);
  // A stream that may finish gets two seconds.
  expect(performance.now() - began).toBeLessThan(1_500);
});

it("answers both requests of a connection with two", async () => {
  const { gateway, finish } = slow();
  const door = await listen(gateway, { port: 0 });
  const client = open(door.port, post(door.port) + post(door.port));
  await expect.poll(() => gateway.seen.length).toBe(2);
  const closing = door.close();
  finish();
  const text = await client.closed();
  expect(text.match(/HTTP\/1\.1 200/g)).toHaveLength(2);
  expect(text.match(/^connection: close/gim)).toHaveLength(1);
  await closing;
});

it("ends an event stream properly and notifies its writer", async () => {
  const cancelled = createGate();
  const gateway = echo(
    () =>
      new Response(
        new ReadableStream({
          start: (controller) => controller.enqueue(new TextEncoder().encode("id: 1\ndata: {}\n\n")),
          cancel: cancelled.open,
        }),
        { headers: { "content-type": "text/event-stream" } },
      ),
  );
  const door = await listen(gateway, { port: 0 });
  const answer = await fetch(door.url);
  await door.close();
  expect(await answer.text()).toBe("id: 1\ndata: {}\n\n");
  await cancelled.opened;
});

it("lets a finite download complete", async () => {
  const rest = createGate();
  const gateway = echo(() => {
    const encoder = new TextEncoder();
    const body = new ReadableStream({
      async start(controller) {
        controller.enqueue(encoder.encode("first "));
        await rest.opened;
        controller.enqueue(encoder.encode("last"));
        controller.close();
      },
    });
    return new Response(body);
  });
  const door = await listen(gateway, { port: 0 });
  const answer = await fetch(door.url);
  const closing = door.close();
  rest.open();
  expect(await answer.text()).toBe("first last");
  await closing;
});

it("destroys what has not ended after the grace period", async () => {
  const { gateway } = slow();
  const door = await listen(gateway, { port: 0 });
  const client = open(door.port, post(door.port));
  await expect.poll(() => gateway.seen.length).toBe(1);
  await door.close({ grace: 50 });
  expect(await client.closed()).toBe("");
});

it("can be called repeatedly to shorten the grace period", async () => {
  const { gateway } = slow();
  const door = await listen(gateway, { port: 0 });
  const client = open(door.port, post(door.port));
  await expect.poll(() => gateway.seen.length).toBe(1);
  const patient = door.close({ grace: 60_000 });
  await Promise.all([patient, door.close({ grace: 0 })]);
  await door.close();
  await client.closed();
});

it("installs no signal handlers", async () => {
  const before = ["SIGTERM", "SIGINT", "exit", "uncaughtException"].map((name) => process.listenerCount(name));
  const door = await listen(echo(), { port: 0 });
  const during = ["SIGTERM", "SIGINT", "exit", "uncaughtException"].map((name) => process.listenerCount(name));
  await door.close();
  expect(during).toEqual(before);
});
