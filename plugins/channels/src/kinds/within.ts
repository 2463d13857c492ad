/** Waits for work, but no longer than so many milliseconds. */
export function within(milliseconds: number, work: Promise<unknown>): Promise<void> {
  return new Promise((resolve) => {
    const late = setTimeout(resolve, milliseconds);
    const done = () => {
      clearTimeout(late);
      resolve();
    };
    work.then(done, done);
  });
}
