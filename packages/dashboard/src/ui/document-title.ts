let page = "";
let count = "";

/** The title of the tab: "(2) Devices · Weir". The number counts unacknowledged alarms. */
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

/** Empty if there are none. */
export function setTitleCount(text: string): void {
  count = text;
  show();
}
