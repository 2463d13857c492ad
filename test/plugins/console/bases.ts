import bases from "@postern/bases";
import webConsole from "@postern/console";
import context from "@postern/context";
import events from "@postern/events";
import type { Browser, BrowserContextOptions, Page } from "playwright-core";
import { serve, visit } from "./browser.ts";

export const HOSTILE = `<img src=x onerror="document.title='broken'"><b>bold</b>`;

const PROPS = [
  { name: "Company", type: "text", required: true },
  { name: "Worth", type: "number", config: { precision: 2 } },
  {
    name: "Stage",
    type: "status",
    config: {
      options: [
        { name: "New", group: "todo" },
        { name: "Won", color: "green" },
      ],
    },
  },
  { name: "Paid", type: "checkbox" },
  { name: "Due", type: "date" },
  { name: "Tags", type: "multi_select", config: { options: [{ name: "north" }, { name: "south" }] } },
  { name: "Site", type: "url", description: "Home page of the company" },
] as const;

/** A gateway with a base of a few rows, and a browser that is signed in. */
export async function startBases(browser: Browser, options: BrowserContextOptions = {}) {
  const test = await serve([webConsole(), context(), events(), bases()]);
  const { gateway } = test;
  const visitor = await visit(browser, test.url, { ...options, key: test.admin.key });
  const { base } = await gateway.call("bases.create", { name: "Leads", props: PROPS as never });
  const add = async (values: Record<string, unknown>) =>
    (await gateway.call("bases.rows.create", { base: base.id, values })).row;
  const rows = [
    await add({ company: "Initech", worth: 1200, stage: "New", due: "2026-12-01", tags: ["north"] }),
    await add({ company: "Hooli", worth: 90.5, stage: "Won", paid: true, site: "https://example.com" }),
    await add({ company: HOSTILE, worth: 7 }),
  ];
  const valuesOf = async (row: { id: string }) => (await gateway.call("bases.rows.show", { row: row.id })).row.values;
  return { ...test, ...visitor, base, rows, add, valuesOf, path: `bases/${base.id}` };
}

export const cell = (page: Page, row: number, column: number) =>
  page.locator(`[role="row"][data-row="${row}"] [data-column="${column}"]`);
