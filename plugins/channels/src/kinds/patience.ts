/** Resolves once `work` has ended, or after a while without it. */
export function within(milliseconds: number, work: Promise<unknown>): Promise<void> {
  return new Promise((resolve) => {
    const late = setTimeout(resolve, milliseconds);
    const done = () => {
      clearTimeout(late);
      resolve();
    };
    void work.then(done, done);
  });
}
