/** `full`, or the part of it that `--scale` asks for: tiny sizes show that a bench still runs, and no more. */
export const sized = (full: number, least = 10): number =>
  Math.max(least, Math.round(full * Number(process.env.BENCH_SCALE ?? 1)));
