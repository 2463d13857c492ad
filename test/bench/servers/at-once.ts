/** So many callers work the numbers from 0 to `count` off. */
export async function atOnce(count: number, work: (n: number) => Promise<void>, callers = 512): Promise<void> {
  let next = 0;
  const caller = async () => {
    while (next < count) await work(next++);
  };
  await Promise.all(Array.from({ length: callers }, caller));
}
