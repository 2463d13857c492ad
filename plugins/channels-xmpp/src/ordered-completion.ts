/**
 * Tracks operations that start in order and end in any order. Returns a function that adds an operation and returns its
 * end callback. `reached` is called for each one when it and all earlier ones have ended.
 */
export function createOrderedCompletion<T>(reached: (value: T) => void): (value: T) => () => void {
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
