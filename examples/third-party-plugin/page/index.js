/**
 * The page of the reminders: those that are set, and a form for a new one.
 *
 * @param {import("@postern/kit/console").PageContext} page
 */
export default async function show(page) {
  const style = document.createElement("link");
  Object.assign(style, { rel: "stylesheet", href: new URL("page.css", import.meta.url).href });
  document.head.append(style);

  const list = document.createElement("ul");
  list.setAttribute("aria-label", "Reminders");
  const fault = document.createElement("p");
  fault.setAttribute("role", "alert");
  const main = document.createElement("main");
  main.append(await createForm(page, fault), fault, list);
  document.body.append(main);

  async function read() {
    const { reminders } = await page.call("reminders.list", { limit: 100 });
    list.replaceChildren(...reminders.map(itemOf));
  }
  const fail = (error) => {
    fault.textContent = error.message;
  };
  page.on(["reminders.**"], () => read().catch(fail));
  await read();
}

function itemOf({ text, dueAt }) {
  const item = document.createElement("li");
  const words = document.createElement("span");
  // Texts of others are never parsed as markup.
  words.textContent = text;
  words.dir = "auto";
  const time = document.createElement("time");
  time.dateTime = new Date(dueAt).toISOString();
  time.textContent = new Date(dueAt).toLocaleString();
  item.append(words, time);
  return item;
}

async function createForm(page, fault) {
  const { chats } = await page.call("chats.list", { limit: 100 });
  const chat = document.createElement("select");
  for (const { id, title } of chats) chat.append(new Option(title ?? id, id));
  const text = Object.assign(document.createElement("input"), { required: true, maxLength: 500 });
  const due = Object.assign(document.createElement("input"), { type: "datetime-local", required: true });
  const button = Object.assign(document.createElement("button"), { className: "button main", textContent: "Set" });
  const form = document.createElement("form");
  form.append(field("Chat", chat), field("Text", text), field("Due", due), button);
  form.addEventListener("submit", async (event) => {
    event.preventDefault();
    fault.textContent = "";
    try {
      const input = { chatId: chat.value, text: text.value, dueAt: new Date(due.value).getTime() };
      // Undefined if the viewer decided against the plan.
      if (await page.call("reminders.set", input)) text.value = "";
    } catch (error) {
      fault.textContent = error.fix ? `${error.message} ${error.fix}` : error.message;
    }
  });
  return form;
}

function field(name, input) {
  const label = document.createElement("label");
  input.className = "input";
  label.className = "field";
  label.append(name, input);
  return label;
}
