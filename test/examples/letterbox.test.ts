import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it, onTestFinished } from "vitest";
import { until } from "../run/until.ts";
import { example, newFolder, start } from "./run.ts";

/** Starts a letterbox and reads its files. */
function openBox() {
  const folder = newFolder();
  const drop = (person: string, name: string, text: string) => {
    const place = join(folder, "box/in", person);
    mkdirSync(place, { recursive: true });
    writeFileSync(join(place, name), text);
  };
  const answers = (person: string) => {
    const place = join(folder, "box/out", person);
    if (!existsSync(place)) return [];
    return readdirSync(place)
      .filter((name) => name.endsWith(".txt"))
      .map((name) => readFileSync(join(place, name), "utf8").trim())
      .sort();
  };
  const run = () => {
    const running = start([example("letterbox"), "box"], folder);
    onTestFinished(() => running.kill("SIGKILL"));
    return running;
  };
  const answered = (person: string, texts: string[]) => until(() => expect(answers(person)).toEqual(texts));
  return { drop, answered, run };
}

it("letterbox answers each letter once, even if it is killed in between", async () => {
  const box = openBox();
  const first = box.run();
  await first.until(/Drop letters/);
  box.drop("ann", "1.txt", "Hello\n");
  box.drop("bob", "1.txt", "Anybody there?");
  box.drop("..", "evil.txt", "Out of the box");
  await box.answered("ann", ["You wrote: Hello"]);
  await box.answered("bob", ["You wrote: Anybody there?"]);

  first.kill("SIGKILL");
  await first.ended;
  box.drop("ann", "2.txt", "Are you back?");
  const second = box.run();
  await second.until(/Drop letters/);
  await box.answered("ann", ["You wrote: Are you back?", "You wrote: Hello"]);
  second.kill("SIGTERM");
  expect((await second.ended).code).toBe(0);
});
