import { type Found, findParts, foundMax } from "./find-parts.ts";
import { searchedPages } from "./searched-pages.ts";

/** Adds a search field to the menu. What it finds, in the titles and headings of all pages, takes the place of the menu. */
export function addSearch(): void {
  const menu = document.getElementById("menu");
  if (menu === null) return;
  const input = searchInput();
  const status = document.createElement("p");
  status.setAttribute("role", "status");
  const results = document.createElement("ul");
  const box = document.createElement("search");
  box.append(input, status, results);
  menu.prepend(box);

  const search = () => {
    const typed = input.value.trim();
    const found = typed === "" ? [] : findParts(searchedPages, typed);
    status.textContent = resultOf(found.length, typed);
    results.replaceChildren(...found.slice(0, foundMax).map(resultItem));
  };
  const clear = () => {
    input.value = "";
    search();
  };
  input.addEventListener("input", search);
  input.addEventListener("keydown", (event) => {
    if (event.key === "Enter") results.querySelector("a")?.click();
    if (event.key !== "Escape" || input.value === "") return;
    // The first Escape empties the field, and another one closes the menu of a phone.
    event.preventDefault();
    clear();
  });
  results.addEventListener("click", () => {
    // A result on this page loads nothing, so the menu of a phone would stay open above it.
    if (menu.matches(":popover-open")) menu.hidePopover();
  });
  addEventListener("keydown", (event) => focusBySlash(event, menu, input));
}

function searchInput(): HTMLInputElement {
  const input = document.createElement("input");
  input.type = "search";
  input.placeholder = "Search";
  input.setAttribute("aria-label", "Search the documentation");
  input.setAttribute("aria-keyshortcuts", "/");
  return input;
}

function resultOf(count: number, typed: string): string {
  if (typed === "") return "";
  if (count === 0) return `Nothing matches “${typed}”.`;
  if (count > foundMax) return `The first ${foundMax} of ${count} matches`;
  return count === 1 ? "1 match" : `${count} matches`;
}

function resultItem({ href, title, page }: Found): HTMLLIElement {
  const link = document.createElement("a");
  link.href = href;
  link.textContent = title;
  if (page !== title) {
    const where = document.createElement("small");
    where.textContent = page;
    link.append(where);
  }
  const item = document.createElement("li");
  item.append(link);
  return item;
}

/** As in the dashboard, "/" goes to the search. */
function focusBySlash(event: KeyboardEvent, menu: HTMLElement, input: HTMLInputElement): void {
  if (event.key !== "/" || event.ctrlKey || event.metaKey || event.target === input) return;
  event.preventDefault();
  if (!input.checkVisibility()) menu.showPopover();
  input.focus();
}
