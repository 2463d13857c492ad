export const outgoing = (text: string, place = "C000001", idempotencyKey = "out_1") => ({
  place,
  text,
  idempotencyKey,
});
