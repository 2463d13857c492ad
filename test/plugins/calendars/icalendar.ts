export const wrap = (...lines: string[]): string =>
  ["BEGIN:VCALENDAR", "VERSION:2.0", "PRODID:-//Test//EN", ...lines, "END:VCALENDAR", ""].join("\r\n");

export const vevent = (...lines: string[]): string =>
  wrap(
    "BEGIN:VEVENT",
    "UID:1@test",
    "DTSTAMP:20261101T080000Z",
    "DTSTART:20261123T080000Z",
    "SUMMARY:One",
    ...lines,
    "END:VEVENT",
  );
