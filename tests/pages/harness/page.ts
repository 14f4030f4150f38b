import type { HTMLElement } from "happy-dom";
import { waitUntil } from "../../harness/wait-until.ts";
import { moveTo } from "./gestures.ts";
import { Keyboard } from "./keyboard.ts";
import { Locator } from "./locator.ts";
import { serveFetch } from "./serve-fetch.ts";
import { pageWindow } from "./window.ts";

/** The page that is shown in this process. */
export class Page extends Locator {
  readonly keyboard = new Keyboard();
  readonly #show: (address: string) => void;

  constructor(show: (address: string) => void) {
    super(() => [pageWindow.document.body as unknown as HTMLElement], "page");
    this.#show = show;
  }

  /** Loads the page at this address, without anything that was loaded before. */
  async goto(address: string): Promise<void> {
    this.#show(address);
  }

  async goBack(): Promise<void> {
    pageWindow.history.back();
  }

  /** Moves the mouse away from everything. */
  async moveAway(): Promise<void> {
    moveTo(null);
  }

  /** The paths of all requests of this visit. */
  get asked(): readonly string[] {
    return serveFetch.asked;
  }

  /** Waits until links or the page itself have led to an address like this. */
  waitForURL(wanted: RegExp): Promise<void> {
    return waitUntil(`the page is at ${wanted}`, () => wanted.test(this.url()));
  }

  async title(): Promise<string> {
    return pageWindow.document.title;
  }

  /** Loads the same page again. */
  async reload(): Promise<void> {
    const { pathname, search } = pageWindow.location;
    this.#show(pathname + search);
  }

  /** The whole document as it is now. */
  async content(): Promise<string> {
    return pageWindow.document.documentElement.outerHTML;
  }

  /** Where links and the page itself have led. */
  url(): string {
    return pageWindow.location.href;
  }
}
