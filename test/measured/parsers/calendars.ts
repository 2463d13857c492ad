import { createMultistatusReader } from "../../../plugins/calendars/src/delivery/caldav/multistatus.ts";
import { openObject } from "../../../plugins/calendars/src/delivery/caldav/object.ts";
import { createXmlReader } from "../../../plugins/calendars/src/delivery/caldav/xml.ts";
import { plain } from "../../../plugins/calendars/src/delivery/smtp/reply.ts";
import { readText } from "../../../plugins/calendars/src/ical/text.ts";
import { startsOf } from "../../../plugins/calendars/src/recurrence/occurrences.ts";
import { assertRule, partsOf } from "../../../plugins/calendars/src/recurrence/rule.ts";
import { parser, refusing } from "./types.ts";

const START = Date.UTC(2026, 10, 21, 9);
const DAYS = Array.from({ length: 366 }, (_, day) => day + 1).join(",");
const WEEKS = Array.from({ length: 53 }, (_, week) => week + 1).join(",");
const WEEKDAYS = "BYDAY=MO,TU,WE,TH,FR,SA,SU";

const calendar = (text: string) => `BEGIN:VCALENDAR\r\n${text}\r\nEND:VCALENDAR\r\n`;
const event = (text: string) => calendar(`BEGIN:VEVENT\r\nUID:1\r\nDTSTART:20261121T090000Z\r\n${text}\r\nEND:VEVENT`);
const multistatus = refusing((xml: string) => {
  const reader = createMultistatusReader(() => {});
  reader.write(xml);
  reader.end();
});
const inPieces = refusing((xml: string) => {
  const reader = createXmlReader({ open() {}, text() {}, close() {} });
  for (const piece of xml) reader.write(piece);
  reader.end();
});
const rule = refusing((text: string) => {
  assertRule(text, { startAt: START, zone: "Europe/Berlin" });
  const series = { startAt: START, endAt: START, allDay: false, startTimezone: "UTC", recurrence: {} };
  // The size is a number of days; others have their turn between the portions.
  for (const _ of startsOf({ ...series, recurrenceRule: text }, START, START + 86_400_000)) return;
});
const counted = (text: string) => (size: number) => `${text};COUNT=${size}`;

export const calendars = [
  parser(
    "iCalendar of folded lines",
    200_000,
    (size) => event(`SUMMARY:x${"\r\n x".repeat(size)}`),
    (text) => readText(text, "UTC"),
  ),
  parser(
    "iCalendar of parameters",
    200_000,
    (size) => event(`X-A${";A=b".repeat(size)}:x`),
    (text) => readText(text, "UTC"),
  ),
  parser(
    "iCalendar of small events",
    2_000,
    (size) => calendar("BEGIN:VEVENT\r\nUID:1\r\nDTSTART:20261121T090000Z\r\nEND:VEVENT\r\n".repeat(size)),
    (text) => readText(text, "UTC"),
  ),
  parser(
    "a server's object of parameters",
    50_000,
    (size) => event(`X-A${";A=b".repeat(size)}:x`),
    refusing(openObject),
  ),
  parser(
    "a server's object of its own parameters",
    50_000,
    (size) => calendar(`X-A${";A=b".repeat(size)}:x`),
    refusing(openObject),
  ),
  parser(
    "a server's object of an open quote",
    50_000,
    (size) => event(`X-A;B="${":;=".repeat(size)}`),
    refusing(openObject),
  ),
  parser(
    "a server's object of folded lines",
    10_000,
    (size) => event(`SUMMARY:x${"\r\n x".repeat(size)}`),
    refusing(openObject),
  ),
  parser(
    "a server's object of dates",
    10_000,
    (size) => event(`RDATE:${Array(size).fill("20261122T090000Z").join(",")}`),
    refusing(openObject),
  ),
  parser(
    "XML of namespaces",
    3_000,
    (size) => `<a ${Array.from({ length: size }, (_, n) => `xmlns:a${n}="b"`).join(" ")}/>`,
    multistatus,
  ),
  parser(
    "XML of elements within namespaces",
    2_000,
    (size) =>
      `<a ${Array.from({ length: size }, (_, n) => `xmlns:a${n}="b"`).join(" ")}>${'<b xmlns:c="d"/>'.repeat(size * 10)}</a>`,
    multistatus,
  ),
  parser(
    "XML of properties in groups of one",
    10_000,
    (size) =>
      `<d:multistatus xmlns:d="DAV:"><d:response>${Array.from({ length: size }, (_, n) => `<d:propstat><d:prop><p${n}/></d:prop></d:propstat>`).join("")}</d:response></d:multistatus>`,
    multistatus,
  ),
  parser("XML of entities that are none", 200_000, (size) => `<a>${"&a".repeat(size)}</a>`, multistatus),
  parser("XML of a tag in pieces of a character", 30_000, (size) => `<a b="${"c".repeat(size)}"/>`, inPieces),
  parser(
    "XML of quoted text in pieces of a character",
    200_000,
    (size) => `<a><![CDATA[${"]".repeat(size)}]]></a>`,
    inPieces,
  ),
  parser("a rule of days", 100_000, (size) => `FREQ=YEARLY;BYDAY=${"MO,".repeat(size)}MO`, refusing(partsOf)),
  parser("a rule of every half hour", 5_000, counted("FREQ=HOURLY;BYMINUTE=0,30"), rule),
  parser("a rule of a day that there is not", 5_000, counted("FREQ=HOURLY;BYMONTH=2;BYMONTHDAY=30"), rule),
  parser(
    "a rule of weeks and positions",
    5_000,
    counted(`FREQ=YEARLY;BYWEEKNO=${WEEKS};${WEEKDAYS};BYSETPOS=-1`),
    rule,
  ),
  parser(
    "a rule of weeks and few positions",
    27,
    counted(`FREQ=YEARLY;BYWEEKNO=${WEEKS};${WEEKDAYS};BYSETPOS=-1`),
    rule,
  ),
  parser("a rule of positions that there are not", 100, counted("FREQ=WEEKLY;BYDAY=MO,TU;BYSETPOS=10"), rule),
  parser("a rule of Fridays the thirteenth", 5_000, counted("FREQ=DAILY;BYMONTHDAY=13;BYDAY=FR"), rule),
  parser(
    "a rule of all days at all times",
    24,
    (size) => `FREQ=YEARLY;BYYEARDAY=${DAYS};BYHOUR=${[...Array(Math.min(24, size)).keys()].join(",")};BYMINUTE=0,30`,
    rule,
  ),
  parser("a mail's text of line breaks", 500_000, (size) => "\r".repeat(size), plain),
];
