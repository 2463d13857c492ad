/**
 * Things that begin in an order and end in any. The answer takes one up and answers what is to be called at its end;
 * `reached` is told of each once it and all before it have ended.
 */
export function createRow<T>(reached: (value: T) => void): (value: T) => () => void {
  let row: { value: T; ended: boolean }[] = [];
  let first = 0;
  return (value) => {
    const one = { value, ended: false };
    row.push(one);
    return () => {
      one.ended = true;
      for (let next = row[first]; next?.ended; next = row[++first]) reached(next.value);
      if (first > 1_000 || first === row.length) {
        row = row.slice(first);
        first = 0;
      }
    };
  };
}
