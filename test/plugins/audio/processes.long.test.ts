import { rmSync } from "node:fs";
import audio from "@postern/audio";
import { testGateway } from "@postern/core/testing";
import lmdb from "@postern/storage-lmdb";
import { createStorage } from "unstorage";
import files from "unstorage/drivers/fs";
import { describe, expect, it, onTestFinished } from "vitest";
import { journalReader } from "../../run/journal.ts";
import { folder } from "../../storage-drivers/folder.ts";
import { start } from "../../storage-drivers/processes/spawn.ts";
import { heard } from "./fixture.ts";

const server = new URL("./processes/server.mjs", import.meta.url).href;
const A_MINUTE = 60_000;

/** A gateway without workers that publishes requests and checks the results. */
async function openDesk(path: string) {
  const reader = journalReader();
  const blobs = createStorage({ driver: files({ base: `${path}-blobs` }) });
  onTestFinished(() => rmSync(`${path}-blobs`, { recursive: true, force: true }));
  const plugins = [audio({ engine: "flite" }), reader.plugin] as const;
  const { gateway, admin, stop } = await testGateway({ plugins, storage: lmdb({ path }), blobs, background: false });
  const ids: string[] = [];
  return {
    ids,
    stop,
    async say(text: string) {
      ids.push((await gateway.call("audio.tts", { text }, { execute: true })).request.id);
    },
    /** Checks that each request is ready, was reported as ready once, and has sound. */
    async expectSpoken(hint: string) {
      const ready = await reader.events("audio.request.ready");
      expect(ready.map(({ subject = "" }) => subject).toSorted(), hint).toEqual(ids.toSorted());
      for (const id of ids) {
        expect((await gateway.call("audio.requests.show", { id })).request.state, hint).toBe("ready");
        const headers = { authorization: `Bearer ${admin.key}` };
        const url = `http://localhost/api/v1/audio/requests/${id}/audio`;
        const sound = await gateway.fetch(new Request(url, { headers }));
        expect(heard(Buffer.from(await sound.arrayBuffer())).seconds, hint).toBeGreaterThan(0.3);
      }
    },
  };
}

describe("a process that generates speech", () => {
  it("loses no request and generates no sound twice when killed at any step", async () => {
    let step = 1;
    for (let done = false; !done; step++) {
      const path = folder();
      const desk = await openDesk(path);
      for (const text of ["One thing.", "Another thing."]) await desk.say(text);
      done = (await start(server, path, step).ended) === 0;
      if (!done) expect(await start(server, path, 0, A_MINUTE).ended, `step ${step}`).toBe(0);
      await desk.expectSpoken(`step ${step}`);
      await desk.stop();
    }
    expect(step).toBeGreaterThan(5);
  });
});

describe("several processes on one store", () => {
  it("generate the sound of each request once", async () => {
    const path = folder();
    const desk = await openDesk(path);
    for (let n = 0; n < 24; n++) await desk.say(`Number ${n} of all that is to be said.`);
    const servers = Array.from({ length: 2 }, () => start(server, path));
    expect(await Promise.all(servers.map(({ ended }) => ended))).toEqual([0, 0]);
    await desk.expectSpoken("together");
    await desk.stop();
  });
});
