import { mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import agentx from "@postern/agentx";
import { createGateway } from "@postern/core";

const demo = { command: process.execPath, args: [fileURLToPath(new URL("agent.js", import.meta.url))] };
const workspace = mkdtempSync(join(tmpdir(), "coding-agent-"));
const gateway = createGateway({ plugins: [agentx({ agents: { demo }, workspace })] });
await gateway.start();

const prompt = "plan look; change\nsay Let me see.\nedit notes.txt It works.\nsay That is it.";
const { session } = await gateway.call("agentx.sessions.create", { agent: "demo", prompt }, { execute: true });

/** Waits until the session has one of these statuses. */
async function until(...statuses) {
  for (;;) {
    const shown = (await gateway.call("agentx.sessions.show", { session: session.id })).session;
    if (shown.status === "gone") throw new Error(shown.reason);
    if (statuses.includes(shown.status)) return shown;
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}

const {
  requests: [request],
} = await until("waiting");
console.log(`? ${request.title}: ${request.options.map(({ option }) => option).join(" or ")}`);
await gateway.call("agentx.sessions.answer", { session: session.id, request: request.id, option: "allow" });
await until("idle");

const { messages } = await gateway.call("agentx.sessions.messages", { session: session.id });
for (const { kind, text, tool, plan } of messages) {
  const words = text ?? tool?.title ?? plan?.map(({ content, status }) => `${content} (${status})`).join(", ");
  console.log(`${kind}: ${words.split("\n")[0]}${tool ? ` (${tool.status})` : ""}`);
}

const archived = await gateway.call("agentx.sessions.archive", { session: session.id });
console.log(`archived at: ${archived.at}`);
await gateway.call("agentx.sessions.unarchive", { session: session.id });
await gateway.call("agentx.sessions.send", { session: session.id, prompt: "say Back again." }, { execute: true });
for (;;) {
  const last = (await gateway.call("agentx.sessions.messages", { session: session.id })).messages.at(-1);
  if (last?.text === "Back again.") break;
  await new Promise((resolve) => setTimeout(resolve, 20));
}
console.log("agent: Back again.");
await gateway.stop();
