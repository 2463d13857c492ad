/** Calls in so many loops at a time, until it is stopped. Then it has the calls that failed. */
export function load(say: (id: string) => Promise<{ status: number; body?: unknown }>, loops: number) {
  const failed: { id: string; status: number; body?: unknown }[] = [];
  let [count, isOver] = [0, false];
  const done = Promise.all(
    Array.from({ length: loops }, async (_, loop) => {
      for (let number = 0; !isOver; number++) {
        const id = `${loop}.${number}`;
        const { status, body } = await say(id);
        if (status === 200) count++;
        else failed.push({ id, status, body });
      }
    }),
  );
  return {
    answered: () => count,
    async stop() {
      isOver = true;
      await done;
      return failed;
    },
  };
}
