import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { openLogWriter } from "../../plugins/cli/src/log/log-writer.ts";

const newFolder = () => mkdtempSync(join(tmpdir(), "postern-log-"));
const linesOf = (path: string) => (existsSync(path) ? readFileSync(path, "utf8").trim().split("\n") : []);

describe("the log writer", () => {
  it("rotates at its size and keeps the number of files", async () => {
    const path = join(newFolder(), "logs", "gateway.log");
    for (let run = 0; run < 6; run++) {
      const writer = openLogWriter(path, { bytes: 25, files: 3 });
      writer.write(`run ${run} one\n`);
      writer.write(`run ${run} two\n`);
      await writer.close();
    }
    expect([path, `${path}.1`, `${path}.2`, `${path}.3`].map(linesOf)).toEqual([
      ["run 5 one", "run 5 two"],
      ["run 4 one", "run 4 two"],
      ["run 3 one", "run 3 two"],
      [],
    ]);
  });

  it("reports lost lines when the disk works again", async () => {
    const folder = newFolder();
    const path = join(folder, "gateway.log");
    mkdirSync(path);
    const writer = openLogWriter(path);
    writer.write("lost one\n");
    await writer.close();
    rmSync(path, { recursive: true });
    writer.write("kept\n");
    await writer.close();
    const [loss = "", ...kept] = linesOf(path);
    expect([JSON.parse(loss), kept]).toEqual([
      expect.objectContaining({ level: "warn", message: "Log lines were lost", lines: 1 }),
      ["kept"],
    ]);
  });
});
