/** Resolves once `work` has ended, well or not, or after so many milliseconds. */
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
