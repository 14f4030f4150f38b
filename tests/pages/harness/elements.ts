import type { Element, HTMLElement } from "happy-dom";

/** A text that contains this one, without regard to case and spaces, or a pattern. */
export type Wanted = string | RegExp;

/** Elements that have a role without saying so. */
const nativeRoles: Readonly<Record<string, string>> = {
  article: "article",
  button: "button,summary,input[type=button],input[type=submit]",
  cell: "td",
  checkbox: "input[type=checkbox]",
  columnheader: "th",
  definition: "dd",
  combobox: "select:not([multiple]),input[list]",
  dialog: "dialog[open]",
  group: "fieldset,details",
  heading: "h1,h2,h3,h4,h5,h6",
  img: "img",
  link: "a[href]",
  list: "ul,ol",
  listitem: "li",
  main: "main",
  navigation: "nav",
  option: "option",
  radio: "input[type=radio]",
  searchbox: "input[type=search]",
  region: "section[aria-label],section[aria-labelledby]",
  row: "tr",
  spinbutton: "input[type=number]",
  status: "output",
  table: "table",
  textbox:
    "input:not([type]):not([list]),input[type=text]:not([list]),input[type=email],input[type=tel],input[type=url],textarea",
};

export function withRole(scope: HTMLElement, role: string): HTMLElement[] {
  const native = nativeRoles[role];
  const selector = native === undefined ? `[role=${role}]` : `${native},[role=${role}]`;
  return select(scope, selector).filter(
    (element) => (element.getAttribute("role") ?? role) === role && !isHiddenFromReaders(element),
  );
}

export function select(scope: HTMLElement, selector: string): HTMLElement[] {
  const within = selector.startsWith(">") ? `:scope ${selector}` : selector;
  return [...scope.querySelectorAll(within)] as unknown as HTMLElement[];
}

/** The innermost elements with this text. */
export function withText(scope: HTMLElement, wanted: Wanted, exact: boolean): HTMLElement[] {
  const has = (element: Element) => matches(element.textContent, wanted, exact);
  return select(scope, "*").filter(
    (element) =>
      !["SCRIPT", "STYLE"].includes(element.tagName) && has(element) && ![...element.children].some(has),
  );
}

export function withLabel(scope: HTMLElement, wanted: Wanted, exact: boolean): HTMLElement[] {
  return select(scope, "input,select,textarea,[aria-label],[aria-labelledby]").filter((element) =>
    labelsOf(element).some((label) => matches(label, wanted, exact)),
  );
}

export function matches(text: string | null, wanted: Wanted, exact: boolean): boolean {
  const given = normal(text ?? "");
  if (wanted instanceof RegExp) return wanted.test(given);
  const asked = normal(wanted);
  return exact ? given === asked : given.toLowerCase().includes(asked.toLowerCase());
}

/** Whether the element is called this. Without a layout, nobody knows where one part of a name ends and the next begins. */
export function isCalled(element: HTMLElement, wanted: Wanted, exact: boolean): boolean {
  const withoutSpaces = (text: string) => normal(text).replaceAll(" ", "");
  const name = nameOf(element);
  return wanted instanceof RegExp
    ? matches(name, wanted, exact)
    : matches(withoutSpaces(name), withoutSpaces(wanted), exact);
}

export function normal(text: string): string {
  return text
    .replace(/[\u200b\u00ad]/g, "")
    .replace(/\s+/g, " ")
    .trim();
}

/** What assistive technology calls the element. */
export function nameOf(element: HTMLElement): string {
  const [label] = labelsOf(element);
  if (label !== undefined) return normal(label);
  const alternative = element.getAttribute("alt");
  if (alternative !== null) return normal(alternative);
  const text = /^(INPUT|SELECT|TEXTAREA)$/.test(element.tagName) ? "" : readText(element);
  return normal(text) || normal(element.getAttribute("title") ?? element.getAttribute("placeholder") ?? "");
}

function labelsOf(element: HTMLElement): string[] {
  const named = element.getAttribute("aria-labelledby");
  if (named !== null) {
    const parts = named.split(/\s+/).map((id) => element.ownerDocument.getElementById(id));
    return [parts.map((part) => (part === null ? "" : readText(part as HTMLElement))).join(" ")];
  }
  const own = element.getAttribute("aria-label");
  if (own !== null) return [own];
  const found = [
    element.closest("label"),
    element.id === "" ? null : element.ownerDocument.querySelector(`label[for="${element.id}"]`),
  ];
  return found.flatMap((label) => (label === null ? [] : [readText(label as unknown as HTMLElement)]));
}

/** The text without what is hidden from assistive technology and without the values of fields. */
function readText(element: HTMLElement): string {
  return textOf(
    element,
    (child) =>
      child.getAttribute("aria-hidden") !== "true" && !/^(INPUT|SELECT|TEXTAREA)$/.test(child.tagName),
    (child) => child.getAttribute("aria-label") ?? child.getAttribute("alt"),
  );
}

/** The text that can be seen. */
export function visibleText(element: HTMLElement): string {
  return normal(textOf(element));
}

function textOf(
  element: HTMLElement,
  counts: (child: HTMLElement) => boolean = () => true,
  alternative: (child: HTMLElement) => string | null = () => null,
): string {
  let text = "";
  for (const node of element.childNodes) {
    if (node.nodeType === 3) text += node.textContent;
    if (node.nodeType !== 1) continue;
    const child = node as HTMLElement;
    if (isHiddenHere(child) || !counts(child)) continue;
    text += alternative(child) ?? textOf(child, counts, alternative);
    if (!inline.test(child.tagName)) text += " ";
  }
  return text;
}

const inline = /^(A|B|I|EM|STRONG|SPAN|CODE|SMALL)$/;

function isHiddenFromReaders(element: HTMLElement): boolean {
  return element.closest('[aria-hidden="true"]') !== null || !isVisible(element);
}

/** Whether nothing hides the element on a desktop. Style sheets are not loaded, so classes say it. */
export function isVisible(element: HTMLElement): boolean {
  for (let each: Element | null = element; each !== null; each = each.parentElement) {
    if (isHiddenHere(each)) return false;
  }
  return element.isConnected;
}

function isHiddenHere(element: Element): boolean {
  if (element.hasAttribute("hidden")) return true;
  const style = element.getAttribute("style");
  if (style !== null && /display:\s*none|visibility:\s*hidden/.test(style)) return true;
  const classes = (element.getAttribute("class") ?? "").split(/\s+/);
  if (classes.some((each) => /^(sm|md|lg|rail):hidden$/.test(each))) return true;
  return classes.includes("hidden") && !classes.some((each) => /^(sm|md|lg|rail):(?!hidden)/.test(each));
}
