import { expect, it } from "vitest";
import { bad, openFixture } from "./fixture.ts";

const traceparent = "00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01";

it("a coding agent is given the trace of its prompt, which its events continue", async () => {
  const fixture = await openFixture({ agents: { traces: bad("traces") } });
  const session = await fixture.create({ agent: "traces" });
  const send = async (headers: Record<string, string>) => {
    const input = { session, prompt: "Hello", execute: true };
    const { body } = await fixture.admin.post("agentx.sessions.send", input, headers);
    return fixture.over(body.turn);
  };
  expect(await send({ traceparent })).not.toHaveProperty("traceparent");
  await send({});
  const said = (await fixture.said(session)).filter((line) => line.startsWith("agent:"));
  expect(said).toEqual([`agent: ${JSON.stringify({ traceparent })}`, "agent: null"]);
  const traces = fixture.events.filter(({ type }) => type.startsWith("agentx.turn.")).map((event) => event.traceparent);
  expect(traces).toEqual([traceparent, traceparent, traceparent, undefined, undefined, undefined]);
});
