import calendars from "@postern/calendars";
import webConsole from "@postern/console";
import context from "@postern/context";
import events from "@postern/events";
import type { Browser, BrowserContextOptions, Locator, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { has } from "../../run/programs.ts";
import { until } from "../../run/until.ts";
import { smtpError, startMailServer } from "../calendars/delivery-servers.ts";
import { faultsIn, LOOKS, launch, picture, serve, visit } from "./browser.ts";

const HOSTILE = `<img src=x onerror="document.title='broken'"><b>bold</b>`;
const WEEK = "calendar/week/2026-11-23";
const EMPTY_WEEK = "calendar/week/2021-01-04";
/** Pixels of an hour in the grid. */
const HOUR = 56;

describe.skipIf(!has("chromium"))("the calendars of the console, in Chromium (needs it installed)", () => {
  let browser: Browser;
  beforeAll(async () => {
    browser = await launch();
  });
  afterAll(() => browser?.close());

  /** A gateway with its console, a calendar, and a browser in Berlin that is signed in. */
  async function start(options: BrowserContextOptions = {}) {
    const test = await serve([webConsole(), context(), events(), calendars({ timezone: "Europe/Berlin" })]);
    const visitor = await visit(browser, test.url, { timezoneId: "Europe/Berlin", ...options, key: test.admin.key });
    const page = await visitor.open("");
    const { calendar } = await test.gateway.call("calendars.create", { name: "Work", color: "#3a7bd5" });
    const open = (path: string) => page.goto(`${test.url}/console/${path}`);
    const create = async (title: string, input = {}) =>
      (
        await test.gateway.call("calendars.events.create", {
          calendar: calendar.id,
          title,
          startAt: "2026-11-25T10:00:00+01:00",
          endAt: "2026-11-25T11:00:00+01:00",
          ...input,
        })
      ).event.id;
    const show = async (event: string) => (await test.gateway.call("calendars.events.show", { event })).event;
    return { ...test, ...visitor, page, calendar, open, create, show };
  }

  const eventOf = (page: Page, title: string): Locator => page.locator(".ec-event").filter({ hasText: title });

  /** Where something is. The grid draws an event anew when the page has read it again, so it can be absent for a moment. */
  async function boxOf(from: Locator) {
    let found: Awaited<ReturnType<Locator["boundingBox"]>> = null;
    await until(async () => {
      found = await from.boundingBox();
      expect(found).not.toBeNull();
    });
    return found as unknown as { x: number; y: number; width: number; height: number };
  }
  /** Does something that changes events, and waits until the page reads them again: what is dragged must not change. */
  const readAgain = (page: Page, act: () => Promise<unknown>) =>
    Promise.all([page.waitForResponse((response) => response.url().endsWith("/calendars/events/list")), act()]);

  /** Drags the middle of something by some pixels. */
  async function drag(page: Page, from: Locator, down: number, atBottom = false): Promise<void> {
    await from.hover();
    const box = await boxOf(from);
    const [x, y] = [box.x + box.width / 2, atBottom ? box.y + box.height - 3 : box.y + box.height / 2];
    await page.mouse.move(x, y);
    await page.mouse.down();
    await page.mouse.move(x, y + down / 2, { steps: 4 });
    await page.mouse.move(x, y + down, { steps: 4 });
    await page.mouse.up();
  }

  it("teaches how to create the first calendar", async () => {
    const test = await serve([webConsole(), context(), events(), calendars()]);
    const { open, complaints } = await visit(browser, test.url, { key: test.admin.key });
    const page = await open("calendar");
    await page.getByText("postern calendars create --name Work").waitFor();
    await test.gateway.call("calendars.create", { name: HOSTILE });
    await page.getByRole("checkbox", { name: HOSTILE }).waitFor();
    expect(complaints).toEqual([]);
  });

  it("creates an event in an empty slot, edits it, cancels it and restores it", async () => {
    const { page, open, gateway, show, complaints } = await start();
    await open(WEEK);
    const day = page.locator(".ec-body .ec-day").nth(1);
    await day.click({ position: { x: 40, y: 10 * HOUR + 5 } });
    const dialog = page.getByRole("dialog");
    expect(await dialog.getByLabel("Start").inputValue()).toBe("2026-11-24T10:00");
    await dialog.getByLabel("Title").fill("Plan the release");
    await dialog.getByLabel("Location").fill("Room 4");
    await dialog.getByLabel("Repeats").selectOption("FREQ=WEEKLY");
    await dialog.getByRole("button", { name: "Create" }).click();
    await page.getByRole("heading", { name: "Plan the release" }).waitFor();
    const { events: found } = await gateway.call("calendars.events.list", {});
    expect(found).toMatchObject([
      { title: "Plan the release", startAt: Date.parse("2026-11-24T09:00Z"), recurrenceRule: "FREQ=WEEKLY" },
    ]);
    const id = found[0]?.id as string;

    const box = (await day.boundingBox()) as { x: number; y: number };
    await page.mouse.move(box.x + 20, box.y + 11.5 * HOUR);
    await page.mouse.down();
    await page.mouse.move(box.x + 20, box.y + 12.4 * HOUR, { steps: 5 });
    await page.mouse.up();
    const times = ["Start", "End"].map((label) => dialog.getByLabel(label, { exact: true }).inputValue());
    expect(await Promise.all(times)).toEqual(["2026-11-24T11:30", "2026-11-24T12:30"]);
    await dialog.getByRole("button", { name: "Cancel" }).click();

    const details = page.getByRole("complementary", { name: "Event" });
    await details.getByRole("button", { name: "Edit" }).click();
    await dialog.getByLabel("Repeats").selectOption("");
    await dialog.getByLabel("Start").fill("2026-11-24T14:00");
    await dialog.getByRole("button", { name: "Save" }).click();
    await dialog.waitFor({ state: "detached" });
    expect(await show(id)).toMatchObject({
      startAt: Date.parse("2026-11-24T13:00Z"),
      endAt: Date.parse("2026-11-24T14:00Z"),
      recurrenceRule: "",
    });

    await details.getByText(/2:00.*3:00/).waitFor();
    await details.getByRole("button", { name: "Cancel the event" }).click();
    await dialog.getByRole("button", { name: "Execute" }).click();
    await details.getByText("cancelled", { exact: true }).waitFor();
    await eventOf(page, "Plan the release").waitFor({ state: "detached" });
    await page.getByRole("checkbox", { name: "Cancelled events" }).check();
    await eventOf(page, "Plan the release").waitFor();
    await details.getByRole("button", { name: "Restore" }).click();
    await details.getByRole("button", { name: "Edit" }).waitFor();
    expect((await show(id)).status).toBe("confirmed");
    expect(complaints).toEqual([]);
  });

  it("moves an event by drag and drop, resizes it, and puts it back if the plan is declined", async () => {
    const { page, open, create, show, complaints } = await start();
    const id = await create("Review");
    const guests = await create("Dinner", {
      startAt: "2026-11-26T12:00:00+01:00",
      endAt: "2026-11-26T13:00:00+01:00",
    });
    await open(WEEK);
    await eventOf(page, "Review").waitFor();
    await readAgain(page, () => drag(page, eventOf(page, "Review"), 2 * HOUR));
    await page.getByText("Moved").waitFor();
    expect((await show(id)).startAt).toBe(Date.parse("2026-11-25T11:00Z"));
    await eventOf(page, "Review").filter({ hasText: "12:00" }).waitFor();
    await readAgain(page, () => drag(page, eventOf(page, "Review"), HOUR, true));
    await until(async () => expect((await show(id)).endAt).toBe(Date.parse("2026-11-25T13:00Z")));

    await eventOf(page, "Dinner").click();
    const details = page.getByRole("complementary", { name: "Event" });
    await details.getByLabel("Agent or e-mail address").fill("ann@example.org");
    await details.getByRole("button", { name: "Invite" }).click();
    const dialog = page.getByRole("dialog");
    await dialog
      .getByText(/Invite ann@example.org/)
      .first()
      .waitFor();
    await readAgain(page, () => dialog.getByRole("button", { name: "Execute" }).click());
    await details.getByText("no response").waitFor();

    await drag(page, eventOf(page, "Dinner"), HOUR);
    await dialog.getByText(/1 guest will not be notified/).waitFor();
    await dialog.getByRole("button", { name: "Cancel" }).click();
    await eventOf(page, "Dinner").filter({ hasText: "12:00" }).waitFor();
    expect((await show(guests)).startAt).toBe(Date.parse("2026-11-26T11:00Z"));
    expect(complaints).toEqual([]);
  });

  it("changes one occurrence of a series, or all of them", async () => {
    const { page, open, create, show } = await start();
    const id = await create("Stand-up", { recurrenceRule: "FREQ=DAILY;COUNT=3" });
    await open(WEEK);
    const first = eventOf(page, "Stand-up").first();
    await first.waitFor();
    expect(await eventOf(page, "Stand-up").count()).toBe(3);
    const occurrence = `${id}@${Date.parse("2026-11-25T09:00Z")}`;
    await drag(page, first, HOUR);
    await readAgain(page, () => page.getByRole("button", { name: "Only this event" }).click());
    await until(async () => expect((await show(occurrence)).startAt).toBe(Date.parse("2026-11-25T10:00Z")));
    expect((await show(id)).startAt).toBe(Date.parse("2026-11-25T09:00Z"));

    await drag(page, eventOf(page, "Stand-up").nth(1), 2 * HOUR);
    await readAgain(page, () => page.getByRole("button", { name: "All events" }).click());
    await until(async () => expect((await show(id)).startAt).toBe(Date.parse("2026-11-25T11:00Z")));

    // The one that was not dragged is drawn at its new time.
    await eventOf(page, "Stand-up").filter({ hasText: "12:00" }).nth(1).waitFor();
    await eventOf(page, "Stand-up").nth(2).press("Enter");
    const details = page.getByRole("complementary", { name: "Event" });
    await details.getByRole("button", { name: "All events" }).click();
    await details.getByText("FREQ=DAILY;COUNT=3").waitFor();
    await details.getByRole("button", { name: "Cancel the event" }).click();
    await page.getByRole("button", { name: "Execute" }).click();
    await until(async () => expect((await show(id)).status).toBe("cancelled"));
  });

  it("keeps the focus on an event, and draws only changed events again", async () => {
    const { page, open, create, gateway } = await start();
    await create("Review");
    const other = await create("Walk", { startAt: "2026-11-26T10:00:00+01:00", endAt: "2026-11-26T11:00:00+01:00" });
    const later = await create("Later", { startAt: "2026-12-16T10:00:00+01:00", endAt: "2026-12-16T11:00:00+01:00" });
    await open(WEEK);
    const drawn = await eventOf(page, "Review").elementHandle();
    await eventOf(page, "Review").focus();
    await readAgain(page, () => gateway.call("calendars.events.update", { event: later, title: "Much later" }));
    // The answer has to be drawn before the next change is.
    await page.waitForTimeout(200);
    expect(await drawn?.evaluate((element) => element.isConnected)).toBe(true);

    await readAgain(page, () => gateway.call("calendars.events.update", { event: other, title: "Long walk" }));
    await eventOf(page, "Long walk").waitFor();
    expect(await page.evaluate("document.activeElement.textContent")).toContain("Review");
    await page.keyboard.press("Enter");
    await page.getByRole("complementary", { name: "Event" }).getByRole("heading", { name: "Review" }).waitFor();
  });

  /** Drags something to the middle of a place, which can be in another part of the grid. */
  async function dragTo(page: Page, from: Locator, to: Locator, down = 0): Promise<void> {
    await from.hover();
    const [start, end] = [await boxOf(from), await boxOf(to)];
    await page.mouse.move(start.x + start.width / 2, start.y + start.height / 2);
    await page.mouse.down();
    const y = down === 0 ? end.y + end.height / 2 : end.y + down;
    await page.mouse.move(end.x + end.width / 2, y, { steps: 8 });
    await page.mouse.up();
  }

  it("makes a timed event one of a day by drag and drop, and back, also all events of a series", async () => {
    const { page, open, create, show, complaints } = await start();
    const id = await create("Review");
    await open(WEEK);
    const allDay = page.locator(".ec-all-day .ec-day");
    const days = page.locator(".ec-body .ec-day");
    await eventOf(page, "Review").waitFor();
    await dragTo(page, eventOf(page, "Review"), allDay.nth(3));
    await until(async () =>
      expect(await show(id)).toMatchObject({
        allDay: true,
        startAt: Date.parse("2026-11-26T00:00Z"),
        endAt: Date.parse("2026-11-27T00:00Z"),
      }),
    );
    await page.locator(".ec-all-day").getByText("Review").waitFor();
    await dragTo(page, eventOf(page, "Review"), days.nth(1), 11 * HOUR);
    await until(async () =>
      expect(await show(id)).toMatchObject({
        allDay: false,
        startAt: Date.parse("2026-11-24T11:00+01:00"),
        endAt: Date.parse("2026-11-24T12:00+01:00"),
      }),
    );
    await page.locator(".ec-body").getByText("Review").waitFor();
    await eventOf(page, "Review").click();
    await page.getByRole("button", { name: "Cancel the event" }).click();
    await page.getByRole("button", { name: "Execute" }).click();
    await eventOf(page, "Review").waitFor({ state: "detached" });

    await open(WEEK);
    const series = await create("Stand-up", { recurrenceRule: "FREQ=DAILY;COUNT=3" });
    await eventOf(page, "Stand-up").nth(2).waitFor();
    await dragTo(page, eventOf(page, "Stand-up").nth(1), allDay.nth(2));
    await readAgain(page, () => page.getByRole("button", { name: "All events" }).click());
    await until(async () =>
      expect(await show(series)).toMatchObject({ allDay: true, startAt: Date.parse("2026-11-24T00:00Z") }),
    );
    await page.locator(".ec-all-day").getByText("Stand-up").nth(2).waitFor();
    await dragTo(page, page.locator(".ec-all-day .ec-event").nth(0), allDay.nth(2));
    await readAgain(page, () => page.getByRole("button", { name: "All events" }).click());
    await until(async () => expect((await show(series)).startAt).toBe(Date.parse("2026-11-25T00:00Z")));
    await page.locator(".ec-all-day .ec-event").filter({ hasText: "November 27" }).waitFor();
    await dragTo(page, page.locator(".ec-all-day .ec-event").filter({ hasText: "November 26" }), days.nth(3), 9 * HOUR);
    await readAgain(page, () => page.getByRole("button", { name: "All events" }).click());
    await until(async () =>
      expect(await show(series)).toMatchObject({
        allDay: false,
        startAt: Date.parse("2026-11-25T09:00+01:00"),
        endAt: Date.parse("2026-11-25T10:00+01:00"),
      }),
    );
    await page.locator(".ec-body .ec-event").nth(2).waitFor();
    await dragTo(page, eventOf(page, "Stand-up").nth(2), allDay.nth(5));
    await page.getByRole("button", { name: "Only this event" }).click();
    const last = `${series}@${Date.parse("2026-11-27T08:00Z")}`;
    await until(async () =>
      expect(await show(last)).toMatchObject({ allDay: true, startAt: Date.parse("2026-11-28T00:00Z") }),
    );
    expect((await show(series)).allDay).toBe(false);
    expect(complaints).toEqual([]);
  });

  it("records responses and removes attendees, and shows hostile HTML as text", async () => {
    const { page, open, create, show, gateway, complaints } = await start();
    await open(WEEK);
    await page.getByRole("checkbox", { name: "Work" }).waitFor();
    const id = await create(HOSTILE, { description: HOSTILE, location: HOSTILE });
    await gateway.call(
      "calendars.events.attendees.add",
      { event: id, email: "bob@example.org", displayName: HOSTILE },
      { execute: true },
    );
    await eventOf(page, HOSTILE).click();
    const details = page.getByRole("complementary", { name: "Event" });
    const menu = details.getByRole("button", { name: `Actions for ${HOSTILE}` });
    await menu.click();
    await page.getByRole("menuitem", { name: "Accept", exact: true }).click();
    await page.getByRole("button", { name: "Execute" }).click();
    await details.getByText("accepted").waitFor();
    expect((await show(id)).attendees).toMatchObject([{ responseStatus: "accepted" }]);
    await menu.click();
    await page.getByRole("menuitem", { name: "Remove" }).click();
    await page.getByRole("button", { name: "Execute" }).click();
    await details.getByText("Nobody is invited.").waitFor();
    expect(await page.locator("main img, main b").count()).toBe(0);
    expect(await page.title()).toBe("Calendar · Postern");

    await page.getByRole("checkbox", { name: "Work" }).uncheck();
    await eventOf(page, HOSTILE).waitFor({ state: "detached" });
    await page.getByRole("link", { name: "Outbox" }).click();
    await page.getByRole("region", { name: "Outbox" }).getByText("respond").waitFor();
    expect(complaints).toEqual([]);
  });

  it("shows deliveries that failed, and discards and retries them", async () => {
    const { page, open, gateway, create, complaints } = await start();
    // A permanent refusal, so that no attempt is in progress when the person decides.
    const { port, state, mails } = await startMailServer();
    state.refuse = () => smtpError(550);
    const config = { host: "127.0.0.1", port, secure: false, from: "ann@example.org" };
    await gateway.call("calendars.accounts.create", { id: "mail", provider: "smtp", config });
    const { calendar } = await gateway.call("calendars.create", { name: "Invitations", account: "mail" });
    const id = await create("Dinner", {
      calendar: calendar.id,
      startAt: "2030-01-15T18:00:00+01:00",
      endAt: "2030-01-15T20:00:00+01:00",
    });
    await gateway.call("calendars.events.attendees.add", { event: id, email: "bob@example.org" }, { execute: true });
    await open("calendar/outbox");
    const outbox = page.getByRole("region", { name: "Outbox" });
    await outbox.getByText("dead", { exact: true }).waitFor();
    await outbox.getByText("The mail server rejected the message (550)").waitFor();
    await outbox.getByRole("link", { name: "Show the event" }).click();
    await page.getByRole("heading", { name: "Jan 14 – 20, 2030" }).waitFor();
    await page.getByRole("heading", { name: "Dinner" }).waitFor();
    await page.goBack();
    await outbox.getByRole("button", { name: "Discard" }).click();
    await outbox.getByText("The entry was discarded").waitFor();
    const stateOf = async () => (await gateway.call("calendars.outbox.list", { event: id })).outbox[0];
    expect(await stateOf()).toMatchObject({ status: "dead", lastErrorCode: "discarded" });
    state.refuse = undefined;
    await outbox.getByRole("button", { name: "Retry" }).click();
    await outbox.getByText("sent", { exact: true }).waitFor();
    expect(mails).toMatchObject([{ to: ["bob@example.org"] }]);
    expect(complaints).toEqual([]);
  });

  it("finds free times, and creates an event in one", async () => {
    const { page, open, create, gateway } = await start();
    await create("Review");
    await open("calendar/free");
    await page.getByLabel("From day").fill("2026-11-25");
    await page.getByLabel("Length").selectOption("120");
    const free = page.getByRole("region", { name: "Free times" });
    expect(await free.getByRole("button", { name: /25.*9:00/ }).count()).toBe(0);
    await free.getByRole("button", { name: /25.*11:00/ }).click();
    await page.getByLabel("Title").fill("Tea");
    await page.getByRole("button", { name: "Create", exact: true }).click();
    await page.getByRole("heading", { name: "Tea" }).waitFor();
    const { events: found } = await gateway.call("calendars.events.list", { name: "Tea" });
    expect(found).toMatchObject([{ startAt: Date.parse("2026-11-25T10:00Z"), endAt: Date.parse("2026-11-25T12:00Z") }]);
  });

  it.each(LOOKS)("has readable pages in $colorScheme, $width px wide", async ({ colorScheme, width }) => {
    const { page, open, create, gateway, complaints } = await start({
      colorScheme,
      viewport: { width, height: 900 },
    });
    const { calendar: home } = await gateway.call("calendars.create", { name: "Home", color: "#f2d53a" });
    const id = await create("Review of the release", { description: "Open questions", location: "Room 4" });
    await gateway.call("calendars.events.attendees.add", { event: id, email: "ann@example.org" }, { execute: true });
    await create("Stand-up", {
      startAt: "2026-11-23T09:00:00+01:00",
      endAt: "2026-11-23T09:15:00+01:00",
      recurrenceRule: "FREQ=WEEKLY;BYDAY=MO,TU,WE,TH,FR",
    });
    await create("Dentist", {
      calendar: home.id,
      startAt: "2026-11-25T10:30:00+01:00",
      endAt: "2026-11-25T12:00:00+01:00",
    });
    await create("Conference", { calendar: home.id, allDay: true, startAt: "2026-11-26", endAt: "2026-11-28" });
    await open("calendar");
    await page.locator("nav [aria-current=page]", { hasText: width === 390 ? "Day" : "Week" }).waitFor();
    const shownAt = (path: string): Locator => {
      if (path.includes("event=")) return page.getByRole("heading", { name: "Review of the release" });
      if (path === EMPTY_WEEK) return page.getByRole("heading", { name: /2021/ });
      if (path.endsWith("free")) return page.getByRole("region", { name: "Free times" }).getByRole("heading").first();
      if (path.endsWith("outbox")) return page.getByText("update").first();
      return eventOf(page, "Stand-up").first();
    };
    const paths = [WEEK, "calendar/day/2026-11-25", "calendar/month/2026-11-25", "calendar/free", "calendar/outbox"];
    for (const path of [...paths, EMPTY_WEEK, `${WEEK}?event=${id}`]) {
      await open(path);
      await shownAt(path).waitFor();
      // Events beside each other have one line in a week.
      const title = eventOf(page, "Dentist").locator(".cal-title");
      if (path === WEEK) expect((await title.boundingBox())?.height).toBeLessThan(20);
      expect([path, await faultsIn(page)]).toEqual([path, []]);
      expect([path, await page.evaluate("document.documentElement.scrollWidth <= innerWidth")]).toEqual([path, true]);
      await picture(
        page,
        `calendar-${path.split("/")[1]?.replace("?", "-")}-${path.includes("event=") ? "event-" : path === EMPTY_WEEK ? "empty-" : ""}${width}-${colorScheme}`,
      );
    }
    await page.getByRole("button", { name: "Edit" }).click();
    await page.getByLabel("Title").waitFor();
    expect(await faultsIn(page)).toEqual([]);
    await picture(page, `calendar-edit-${width}-${colorScheme}`);
    expect(complaints).toEqual([]);
  });
});
