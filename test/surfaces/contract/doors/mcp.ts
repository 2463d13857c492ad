import { Client, StreamableHTTPClientTransport } from "@modelcontextprotocol/client";
import { type Door, outcomeOf, refusalIn } from "../door.ts";

/** The tools of `@postern/mcp`, with the official client. The protocol has no idempotency keys. */
export const mcpDoor: Door = {
  name: "mcp",
  async open({ url, key }) {
    const client = new Client({ name: "contract", version: "1.0.0" }, { versionNegotiation: { mode: "auto" } });
    const requestInit = { headers: { authorization: `Bearer ${key}` } };
    await client.connect(new StreamableHTTPClientTransport(new URL(`${url}/mcp`), { requestInit }));
    return {
      async call({ id }, input, mode) {
        const given = { ...input, ...(mode === "execute" && { execute: true }) };
        const result = await client.callTool({ name: id.replaceAll(".", "_"), arguments: given });
        if (!result.isError) return outcomeOf(result.structuredContent);
        const [first] = result.content as readonly { readonly text: string }[];
        return refusalIn(JSON.parse(first?.text ?? "{}"));
      },
      close: () => client.close(),
    };
  },
};
