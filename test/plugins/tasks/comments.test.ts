import { describe, expect, it } from "vitest";
import { openFixture } from "./fixture.ts";

const NOBODY = "task_0123456789abcdef01234567";

describe("comments", () => {
  it("are listed in order and counted", async () => {
    const { task, post, show } = await openFixture();
    const taskId = await task("x");
    const { comment } = await post("tasks.comment", { taskId, text: "one" });
    await post("tasks.comment", { taskId, text: "two" });
    expect(comment).toMatchObject({ taskId, text: "one", author: expect.stringMatching(/^user:ctx_/) });
    expect((await show(taskId)).commentCount).toBe(2);
    const texts = async (more: object) =>
      (await post("tasks.comments.list", { taskId, ...more })).comments.map(({ text }: { text: string }) => text);
    expect(await texts({})).toEqual(["one", "two"]);
    expect(await texts({ order: "desc", limit: "1" })).toEqual(["two"]);
    expect(await post("tasks.comments.list", { taskId, limit: "1" })).toMatchObject({ total: 2, nextOffset: 1 });
  });

  it("can be changed and removed by their author or an admin", async () => {
    const { task, post, client, show, admin } = await openFixture();
    const taskId = await task("x");
    const [ann, bob] = [await client(["tasks:write"], "ann"), await client(["tasks:write"], "bob")];
    const { comment } = (await ann.post("tasks.comment", { taskId, text: "one" })).body;
    expect(comment.author).toBe("agent:ann");
    const said = { commentId: comment.id, text: "two" };
    expect((await bob.post("tasks.comments.update", said)).body).toMatchObject({
      status: 403,
      code: "tasks.comment_not_yours",
      author: "agent:ann",
    });
    expect((await bob.post("tasks.comments.remove", { commentId: comment.id, execute: true })).status).toBe(403);
    expect((await ann.post("tasks.comments.update", said)).body.comment).toMatchObject({
      text: "two",
      updatedAt: expect.any(Number),
    });
    expect((await admin.post("tasks.comments.remove", { commentId: comment.id, execute: true })).body).toEqual({
      removed: true,
    });
    expect((await admin.post("tasks.comments.remove", { commentId: comment.id, execute: true })).status).toBe(404);
    expect((await show(taskId)).commentCount).toBe(0);
    expect((await post("tasks.comments.list", { taskId })).total).toBe(0);
  });

  it("need a text and an existing task", async () => {
    const { task, refused } = await openFixture();
    const taskId = await task("x");
    for (const text of ["", "  ", "x".repeat(20_001)]) {
      expect(await refused("tasks.comment", { taskId, text })).toMatchObject({ status: 400 });
    }
    expect(await refused("tasks.comment", { taskId: NOBODY, text: "x" })).toMatchObject({ status: 404 });
    expect(await refused("tasks.comments.list", { taskId: NOBODY })).toMatchObject({ status: 404 });
  });
});
