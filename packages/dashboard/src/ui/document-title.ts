let page = "";
let count = "";

/** What the tab is called: "(2) Devices · Weir". The number is how many alarms wait for somebody. */
function show(): void {
  const name = page === "" ? "Weir" : `${page} · Weir`;
  document.title = count === "" ? name : `(${count}) ${name}`;
}

export function pageTitle(): string {
  return page;
}

export function setPageTitle(title: string): void {
  page = title;
  show();
}

/** Empty for none. */
export function setTitleCount(text: string): void {
  count = text;
  show();
}
