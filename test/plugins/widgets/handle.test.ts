import { renameSync, symlinkSync } from "node:fs";
import { realpath } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, it, onTestFinished } from "vitest";
import {
  type OpenFolder,
  type OpenMethod,
  openFileIn,
  openFolder,
  openFolderIn,
} from "../../../plugins/widgets/src/folder/handle.ts";
import { newWorkspace, write } from "./gateway.ts";

const kept = <T extends { close(): Promise<void> }>(handle: T): T => {
  onTestFinished(() => handle.close());
  return handle;
};
async function opened(): Promise<OpenFolder> {
  const root = await openFolder(await realpath(newWorkspace()));
  kept(root.handle);
  return root;
}

// The second way is for systems without `/proc`. It also works on Linux.
describe.each<OpenMethod>(process.platform === "linux" ? ["descriptor", "path"] : ["path"])("by %s", (way) => {
  it("reads a file in an open folder", async () => {
    const root = await opened();
    write(root.path, { "sub/a.txt": "a" });
    const sub = await openFolderIn(root, "sub", way);
    kept(sub.handle);
    expect(await kept(await openFileIn(sub, "a.txt", way)).readFile("utf8")).toBe("a");
  });

  it("does not follow a link to a file or folder", async () => {
    const root = await opened();
    write(root.path, { "a.txt": "a", sub: undefined });
    symlinkSync("a.txt", join(root.path, "link"));
    symlinkSync("sub", join(root.path, "way"));
    await expect(openFileIn(root, "link", way)).rejects.toMatchObject({ code: "ELOOP" });
    await expect(openFolderIn(root, "way", way)).rejects.toMatchObject({
      code: expect.stringMatching(/ELOOP|ENOTDIR/),
    });
  });

  it("does not follow a link that replaced an open folder", async () => {
    const [root, outside] = [await opened(), newWorkspace()];
    write(root.path, { "sub/a.txt": "inside" });
    write(outside, { "a.txt": "outside" });
    const sub = await openFolderIn(root, "sub", way);
    kept(sub.handle);
    renameSync(join(root.path, "sub"), join(root.path, "moved"));
    symlinkSync(outside, join(root.path, "sub"));
    const read = openFileIn(sub, "a.txt", way).then((handle) => kept(handle).readFile("utf8"));
    if (way === "descriptor") expect(await read).toBe("inside");
    else await expect(read).rejects.toMatchObject({ code: "ELOOP" });
  });
});
