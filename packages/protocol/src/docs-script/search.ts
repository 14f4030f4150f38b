import { type Part, searchableParts } from "./searchable-parts.ts";

/**
 * Adds a search field above the table of contents. While it has text, only parts that contain all its words are shown.
 */
export function addSearch(): void {
  const contents = document.querySelector("nav");
  const main = document.querySelector("main");
  if (contents === null || main === null) return;
  const input = searchInput();
  const status = document.createElement("p");
  status.setAttribute("role", "status");
  const box = document.createElement("search");
  box.append(input, status);
  contents.prepend(box);

  let parts: Part[] | undefined;
  const search = () => {
    parts ??= searchableParts();
    const typed = input.value.trim().toLowerCase();
    status.textContent = resultOf(showMatches(parts, typed.split(/\s+/)), typed);
    // The page is shorter now, so a reader who was far down is taken to the first match.
    if (main.getBoundingClientRect().top < 0) main.scrollIntoView();
  };
  const clear = () => {
    if (input.value === "") return;
    input.value = "";
    search();
  };
  input.addEventListener("input", search);
  input.addEventListener("keydown", ({ key }) => key === "Escape" && clear());
  addEventListener("keydown", (event) => focusBySlash(event, input));
  addEventListener("hashchange", () => reveal(clear));
  reveal(clear);
}

function searchInput(): HTMLInputElement {
  const input = document.createElement("input");
  input.type = "search";
  input.placeholder = "Search";
  input.setAttribute("aria-label", "Search the documentation");
  input.setAttribute("aria-keyshortcuts", "/");
  return input;
}

/** Shows the matching parts, and says how many there are. */
function showMatches(parts: readonly Part[], words: readonly string[]): number {
  const found = new Set(parts.filter((part) => words.every((word) => part.words.includes(word))));
  const headings = new Set([...found].flatMap(({ above }) => above));
  for (const part of parts) {
    for (const element of part.elements) element.hidden = !found.has(part);
    for (const heading of part.above) heading.hidden = !headings.has(heading);
  }
  for (const section of document.querySelectorAll<HTMLElement>("main section"))
    section.hidden = section.querySelector("h2")?.hidden ?? false;
  for (const link of document.querySelectorAll<HTMLAnchorElement>("nav a"))
    link.hidden = targetOf(link.hash)?.hidden ?? false;
  return found.size;
}

function resultOf(count: number, typed: string): string {
  if (typed === "") return "";
  if (count === 0) return `Nothing matches “${typed}”.`;
  return count === 1 ? "1 match" : `${count} matches`;
}

/** As in the dashboard, "/" goes to the search. */
function focusBySlash(event: KeyboardEvent, input: HTMLInputElement): void {
  if (event.key !== "/" || event.ctrlKey || event.metaKey || event.target === input) return;
  event.preventDefault();
  input.focus();
}

/** Shows and unfolds the part that the address leads to, whatever was searched for. */
function reveal(clear: () => void): void {
  const target = targetOf(location.hash);
  const folded = target?.closest<HTMLDetailsElement>("details:not([open])") ?? null;
  const isHidden = (target?.closest("[hidden]") ?? null) !== null;
  if (folded !== null) folded.open = true;
  if (isHidden) clear();
  if (folded !== null || isHidden) target?.scrollIntoView();
}

function targetOf(hash: string): HTMLElement | null {
  return document.getElementById(hash.slice(1));
}
