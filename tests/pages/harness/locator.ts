import type { HTMLElement, HTMLInputElement, HTMLOptionElement, HTMLSelectElement } from "happy-dom";
import {
  isCalled,
  isVisible,
  matches,
  normal,
  select,
  visibleText,
  type Wanted,
  withLabel,
  withRole,
  withText,
} from "./elements.ts";
import { clickOn, moveTo, typeOver } from "./gestures.ts";
import { Keyboard } from "./keyboard.ts";
import { pageWindow } from "./window.ts";

/** On a busy machine. */
const patienceMs = 20_000;
const againMs = 8;
const againMaxMs = 40;

interface Naming {
  readonly name?: Wanted;
  readonly exact?: boolean;
  readonly level?: number;
  readonly pressed?: boolean;
}

interface Exactness {
  readonly exact?: boolean;
}

interface Filter {
  readonly hasText?: Wanted;
  readonly hasNotText?: Wanted;
  readonly has?: Locator;
}

/** A file that somebody chooses, or a download that they choose again. */
export interface ChosenFile {
  readonly name: string;
  readonly text: string;
}

type Find = () => HTMLElement[];

/**
 * Elements of the page, with the words that tests in a browser use for the same. What is done to an element waits until
 * there is exactly one that is visible.
 */
export class Locator {
  readonly #find: Find;
  readonly #told: string;

  constructor(find: Find, told: string) {
    this.#find = find;
    this.#told = told;
  }

  getByRole(role: string, { name, exact = false, level, pressed }: Naming = {}): Locator {
    const find = (scope: HTMLElement) =>
      withRole(scope, role).filter(
        (element) =>
          (name === undefined || isCalled(element, name, exact)) &&
          (level === undefined || element.tagName === `H${level}`) &&
          (pressed === undefined || element.getAttribute("aria-pressed") === String(pressed)),
      );
    return this.#within(find, `${role} ${name ?? ""}`);
  }

  getByText(text: Wanted, { exact = false }: Exactness = {}): Locator {
    return this.#within((scope) => withText(scope, text, exact), `text ${text}`);
  }

  getByLabel(text: Wanted, { exact = false }: Exactness = {}): Locator {
    return this.#within((scope) => withLabel(scope, text, exact), `label ${text}`);
  }

  getByTitle(text: Wanted, { exact = false }: Exactness = {}): Locator {
    const find = (scope: HTMLElement) =>
      select(scope, "[title]").filter((element) => matches(element.getAttribute("title"), text, exact));
    return this.#within(find, `title ${text}`);
  }

  locator(selector: string): Locator {
    return this.#within((scope) => select(scope, selector), selector);
  }

  filter({ hasText, hasNotText, has }: Filter): Locator {
    const find = () =>
      this.#find().filter(
        (element) =>
          (hasText === undefined || matches(element.textContent, hasText, false)) &&
          (hasNotText === undefined || !matches(element.textContent, hasNotText, false)) &&
          (has === undefined || has.elements().some((inner) => element.contains(inner))),
      );
    return new Locator(find, `${this.#told} with ${hasText ?? "something"}`);
  }

  or(other: Locator): Locator {
    return new Locator(() => [...this.#find(), ...other.elements()], `${this.#told} or another`);
  }

  /** What both find. */
  and(other: Locator): Locator {
    const find = () => {
      const others = new Set(other.elements());
      return this.#find().filter((element) => others.has(element));
    };
    return new Locator(find, `${this.#told} and another`);
  }

  last(): Locator {
    return this.nth(-1);
  }

  first(): Locator {
    return this.nth(0);
  }

  nth(index: number): Locator {
    const find = () => {
      const shown = this.elements();
      const element = (index < 0 ? shown.at(index) : shown[index]) ?? null;
      return element === null ? [] : [element];
    };
    return new Locator(find, `${this.#told} (${index})`);
  }

  async waitFor({ state = "visible" }: { readonly state?: "visible" | "detached" } = {}): Promise<void> {
    if (state === "visible") await this.#one();
    else await this.#until("is gone", () => this.elements().length === 0);
  }

  async click({ modifiers = [] }: { readonly modifiers?: readonly "Shift"[] } = {}): Promise<void> {
    clickOn(await this.#enabled(), modifiers.includes("Shift"));
  }

  /** Moves the mouse over the element, and away from what it was over. */
  async hover(): Promise<void> {
    moveTo(await this.#one());
  }

  async check(): Promise<void> {
    if (!(await this.isChecked())) await this.click();
  }

  async uncheck(): Promise<void> {
    if (await this.isChecked()) await this.click();
  }

  async fill(text: string): Promise<void> {
    const field = (await this.#enabled()) as HTMLInputElement;
    field.focus();
    typeOver(field, text);
  }

  async setInputFiles({ name, text }: ChosenFile): Promise<void> {
    const field = (await this.#only(this.#find)) as HTMLInputElement;
    field.files = Object.assign([new File([text], name)], { item: () => null }) as never;
    field.dispatchEvent(new pageWindow.Event("change", { bubbles: true }));
  }

  async press(keys: string): Promise<void> {
    (await this.#one()).focus();
    await new Keyboard().press(keys);
  }

  async focus(): Promise<void> {
    (await this.#one()).focus();
  }

  async blur(): Promise<void> {
    (await this.#one()).blur();
  }

  async selectText(): Promise<void> {
    const field = (await this.#one()) as HTMLInputElement;
    field.focus();
    field.select();
  }

  async selectOption(wanted: string | { readonly label: string }): Promise<void> {
    const field = (await this.#enabled()) as unknown as HTMLSelectElement;
    const find = () =>
      ([...field.querySelectorAll("option")] as HTMLOptionElement[]).find((option) =>
        typeof wanted === "string"
          ? option.value === wanted || normal(option.textContent) === wanted
          : normal(option.textContent) === wanted.label,
      );
    await this.#until(`has the option ${JSON.stringify(wanted)}`, () => find() !== undefined);
    field.value = find()!.value;
    for (const kind of ["input", "change"])
      field.dispatchEvent(new pageWindow.Event(kind, { bubbles: true }));
  }

  async inputValue(): Promise<string> {
    return ((await this.#one()) as HTMLInputElement).value;
  }

  async isChecked(): Promise<boolean> {
    const element = await this.#one();
    return element.getAttribute("aria-checked") === "true" || (element as HTMLInputElement).checked === true;
  }

  /** The text of the option that is chosen. */
  async chosenOption(): Promise<string> {
    const field = (await this.#one()) as unknown as HTMLSelectElement;
    return normal(field.selectedOptions[0]?.textContent ?? "");
  }

  /** Whether a browser would take the field's value. */
  async isValid(): Promise<boolean> {
    return ((await this.#one()) as HTMLInputElement).checkValidity();
  }

  async isDisabled(): Promise<boolean> {
    return isDisabled(await this.#one());
  }

  async getAttribute(name: string): Promise<string | null> {
    return (await this.#one()).getAttribute(name);
  }

  /** The text with what is hidden. */
  async textContent(): Promise<string> {
    return (await this.#one()).textContent;
  }

  async innerText(): Promise<string> {
    return visibleText(await this.#one());
  }

  async allInnerTexts(): Promise<string[]> {
    return this.elements().map(visibleText);
  }

  async all(): Promise<Locator[]> {
    return this.elements().map((_, index) => this.nth(index));
  }

  async allTextContents(): Promise<string[]> {
    return this.elements().map(({ textContent }) => textContent);
  }

  async isVisible(): Promise<boolean> {
    return this.elements().length > 0;
  }

  async count(): Promise<number> {
    return this.elements().length;
  }

  /** Those that are visible now. */
  elements(): HTMLElement[] {
    return this.#find().filter(isVisible);
  }

  #within(find: (scope: HTMLElement) => HTMLElement[], told: string): Locator {
    const all = () => [...new Set(this.#find().flatMap(find))];
    return new Locator(all, `${this.#told} > ${told}`);
  }

  #one(): Promise<HTMLElement> {
    return this.#only(() => this.elements());
  }

  async #only(find: Find): Promise<HTMLElement> {
    await this.#until("is there", () => {
      const { length } = find();
      if (length > 1) throw new Error(`${this.#told} is there ${length} times.`);
      return length === 1;
    });
    return find()[0]!;
  }

  async #enabled(): Promise<HTMLElement> {
    await this.#one();
    await this.#until("is enabled", () => {
      const [element] = this.elements();
      return element !== undefined && !isDisabled(element);
    });
    return this.elements()[0]!;
  }

  async #until(what: string, isSo: () => boolean): Promise<void> {
    const startMs = performance.now();
    for (;;) {
      const waitedMs = performance.now() - startMs;
      try {
        if (isSo()) return;
      } catch (error) {
        // Something else may be about to leave.
        if (waitedMs > patienceMs) throw error;
      }
      if (waitedMs > patienceMs)
        throw new Error(`Waited for ${this.#told} until it ${what}. The page: ${pageText()}`);
      // Looking for an element takes CPU from what it waits for.
      await Bun.sleep(Math.min(againMs + waitedMs / 20, againMaxMs));
    }
  }
}

function isDisabled(element: HTMLElement): boolean {
  return (
    element.hasAttribute("disabled") ||
    element.getAttribute("aria-disabled") === "true" ||
    (/^(INPUT|SELECT|TEXTAREA|BUTTON)$/.test(element.tagName) &&
      element.closest("fieldset[disabled]") !== null)
  );
}

function pageText(): string {
  return normal(pageWindow.document.body.textContent).slice(0, 2000);
}
