/** Loaded before a program: its clock is ahead of the machine's by a number of milliseconds. */
const ahead = Number(process.env.CLOCK_AHEAD ?? 0);
const RealDate = Date;
globalThis.Date = class extends RealDate {
  constructor(...given) {
    if (given.length === 0) super(RealDate.now() + ahead);
    else super(...given);
  }
  static now() {
    return RealDate.now() + ahead;
  }
};
