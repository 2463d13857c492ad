import { markup as activity } from "@iconify-json/lucide/icons.json?icon=activity";
import { markup as audioLines } from "@iconify-json/lucide/icons.json?icon=audio-lines";
import { markup as bot } from "@iconify-json/lucide/icons.json?icon=bot";
import { markup as calendarClock } from "@iconify-json/lucide/icons.json?icon=calendar-clock";
import { markup as calendarDays } from "@iconify-json/lucide/icons.json?icon=calendar-days";
import { markup as inbox } from "@iconify-json/lucide/icons.json?icon=inbox";
import { markup as keyRound } from "@iconify-json/lucide/icons.json?icon=key-round";
import { markup as listChecks } from "@iconify-json/lucide/icons.json?icon=list-checks";
import { markup as messagesSquare } from "@iconify-json/lucide/icons.json?icon=messages-square";
import { markup as radioTower } from "@iconify-json/lucide/icons.json?icon=radio-tower";
import { markup as serverCog } from "@iconify-json/lucide/icons.json?icon=server-cog";
import { markup as shapes } from "@iconify-json/lucide/icons.json?icon=shapes";
import { markup as squareTerminal } from "@iconify-json/lucide/icons.json?icon=square-terminal";
import { markup as table2 } from "@iconify-json/lucide/icons.json?icon=table-2";
import type { ComponentType } from "preact";
import { lazy } from "../ui/lazy.tsx";
import { CallPage } from "./call/call-page.tsx";
import { ChatsPage } from "./chats/chats-page.tsx";
import { InboxPage } from "./inbox/inbox-page.tsx";
import { KeysPage } from "./keys/keys-page.tsx";
import { LivePage } from "./live/live-page.tsx";
import { SystemPage } from "./system/system-page.tsx";
import { TasksPage } from "./tasks/tasks-page.tsx";

/** A page of the console. */
export interface PageEntry {
  /** The first part of its address. */
  readonly path: string;
  readonly title: string;
  /** The inner markup of an SVG image. */
  readonly icon: string;
  /** The letter after `g` that opens it. */
  readonly letter: string;
  /** Operations without which it has nothing to show. */
  readonly needs: readonly string[];
  readonly show: ComponentType;
}

/** In the order of the navigation. The first page that the key may see is the start. */
export const PAGES: readonly PageEntry[] = [
  { path: "inbox", title: "Inbox", icon: inbox, letter: "i", needs: [], show: InboxPage },
  { path: "live", title: "Live", icon: activity, letter: "l", needs: ["events.list"], show: LivePage },
  { path: "chats", title: "Chats", icon: messagesSquare, letter: "c", needs: ["chats.list"], show: ChatsPage },
  { path: "tasks", title: "Tasks", icon: listChecks, letter: "t", needs: ["tasks.list"], show: TasksPage },
  {
    path: "calendar",
    title: "Calendar",
    icon: calendarDays,
    letter: "d",
    needs: ["calendars.list"],
    show: lazy(async () => (await import("./calendar/calendar-page.tsx")).CalendarPage),
  },
  {
    path: "bases",
    title: "Bases",
    icon: table2,
    letter: "b",
    needs: ["bases.list"],
    show: lazy(async () => (await import("./bases/bases-page.tsx")).BasesPage),
  },
  {
    path: "widgets",
    title: "Widgets",
    icon: shapes,
    letter: "w",
    needs: ["widgets.list"],
    show: lazy(async () => (await import("./widgets/widgets-page.tsx")).WidgetsPage),
  },
  {
    path: "agents",
    title: "Agents",
    icon: bot,
    letter: "g",
    needs: ["agents.list"],
    show: lazy(async () => (await import("./agents/agents-page.tsx")).AgentsPage),
  },
  {
    path: "audio",
    title: "Audio",
    icon: audioLines,
    letter: "a",
    needs: ["audio.requests.list"],
    show: lazy(async () => (await import("./audio/audio-page.tsx")).AudioPage),
  },
  {
    path: "channels",
    title: "Channels",
    icon: radioTower,
    letter: "n",
    needs: ["channels.adapters.list"],
    show: lazy(async () => (await import("./channels/channels-page.tsx")).ChannelsPage),
  },
  {
    path: "schedules",
    title: "Schedules",
    icon: calendarClock,
    letter: "s",
    needs: ["schedules.list"],
    show: lazy(async () => (await import("./schedules/schedules-page.tsx")).SchedulesPage),
  },
  { path: "keys", title: "Keys", icon: keyRound, letter: "k", needs: ["context.list"], show: KeysPage },
  { path: "system", title: "System", icon: serverCog, letter: "y", needs: ["service.status"], show: SystemPage },
  { path: "call", title: "Operations", icon: squareTerminal, letter: "o", needs: [], show: CallPage },
];
