import { createServer } from "node:net";
import { expect, it, onTestFinished, vi } from "vitest";
import { added, changed, surroundings } from "./surroundings.ts";

it.each([
  ["a variable that is set", () => vi.stubEnv("LEFT_BEHIND", "yes"), "the environment variable LEFT_BEHIND"],
  ["a variable that is removed", () => vi.stubEnv("PATH", undefined), "the environment variable PATH"],
  ["another folder", enterRoot, "the current folder /"],
])("%s is found", (_name, leave, phrase) => {
  const before = surroundings();
  leave();
  expect(changed(before, surroundings())).toEqual([phrase]);
});

it.each([
  ["a timer", startTimer, "1 × Timeout"],
  ["a listener of the process", listen, "listener for 1 × SIGUSR2 (vector)"],
])("%s is found until it is closed", (_name, open, phrase) => {
  const before = surroundings();
  const close = open();
  expect(added(before, surroundings())).toContain(phrase);
  close();
  expect(added(before, surroundings())).toEqual([]);
});

it("a server is found until it is closed", async () => {
  const before = surroundings();
  const server = createServer();
  await new Promise<void>((ready) => server.listen(0, "127.0.0.1", ready));
  expect(added(before, surroundings())).toEqual(["1 × TCPServerWrap"]);
  await new Promise((closed) => server.close(closed));
  await vi.waitFor(() => expect(added(before, surroundings())).not.toContain("1 × TCPServerWrap"));
});

function enterRoot(): void {
  const folder = process.cwd();
  process.chdir("/");
  onTestFinished(() => process.chdir(folder));
}

function startTimer(): () => void {
  const timer = setTimeout(() => {}, 60_000);
  return () => clearTimeout(timer);
}

function listen(): () => void {
  const vector = () => {};
  process.on("SIGUSR2", vector);
  return () => void process.off("SIGUSR2", vector);
}
