/** Resolves when `work` has settled, or after this many milliseconds. */
export function settledWithin(milliseconds: number, work: Promise<unknown>): Promise<void> {
  return new Promise((resolve) => {
    const late = setTimeout(resolve, milliseconds);
    const done = () => {
      clearTimeout(late);
      resolve();
    };
    void work.then(done, done);
  });
}
