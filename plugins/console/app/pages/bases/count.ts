/** A number of things, such as `1 row` or `1,200 rows`. */
export const countText = (count: number, thing: string): string =>
  count === 1 ? `1 ${thing}` : `${count.toLocaleString()} ${thing}s`;
