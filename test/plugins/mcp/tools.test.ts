import { beforeAll, describe, expect, it } from "vitest";
import { call, problemIn, servedMcp, serveMcp } from "./served.ts";

describe("the tools of a gateway", () => {
  let fixture: Awaited<ReturnType<typeof serveMcp>>;
  beforeAll(async () => {
    fixture = await serveMcp();
    return fixture.close;
  });

  it.each([["modern"], ["auto"], ["legacy"], ["first version"]] as const)(
    "answer a client that is %s",
    async (kind) => {
      const mode = kind === "modern" ? { pin: "2026-07-28" } : kind === "auto" ? "auto" : "legacy";
      const client = kind === "first version" ? await fixture.connectOlder() : await fixture.connect({ mode });
      const { tools } = await client.listTools();
      const names = tools.map(({ name }) => name);
      expect(names).toEqual(expect.arrayContaining(["events_wait", "notes_add", "notes_add-both", "notes_remove"]));
      const added = await call(client, "notes_add", { text: `by ${kind}` });
      expect(added.isError).toBeFalsy();
      expect(added.structuredContent).toMatchObject({ note: { text: `by ${kind}` } });
      expect(JSON.parse(added.content[0]?.text ?? "")).toEqual(added.structuredContent);
      const { id } = added.structuredContent.note;
      expect(await call(client, "notes_show", { id })).toMatchObject({ structuredContent: { note: { id } } });
      expect(client.getServerVersion()?.name).toBe("postern");
    },
  );
});
