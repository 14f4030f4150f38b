import type { Browser, BrowserContext, BrowserContextOptions, Page } from "playwright-core";

/** Contexts that nobody uses at the moment, by the options they were made with. */
const idleOf = new WeakMap<Browser, Map<string, BrowserContext[]>>();

const changed = new WeakSet<BrowserContext>();

/** A page in a context that nobody else uses. */
interface LentPage {
  readonly page: Page;
  readonly context: BrowserContext;
  /** Closes the page. The context is not used again after a visit that went wrong. */
  giveBack(isGood: boolean): Promise<void>;
}

interface ContextRequest extends BrowserContextOptions {
  readonly baseURL: string;
  /** Nothing is in the cache. */
  readonly isNew: boolean;
}

/**
 * A new context loads and compiles the dashboard once more, in a process that has to be started, which takes longer than most
 * visits. So contexts are kept with their cache and process, and only forget who was there: cookies and what pages have
 * stored. One whose clock was set, or that was changed in another way, is not used again.
 */
export async function lendPage(browser: Browser, request: ContextRequest): Promise<LentPage> {
  const { isNew, ...options } = request;
  const idle = idleWith(browser, options);
  const known = isNew ? undefined : idle.pop();
  const context = known ?? (await newContext(browser, options));
  const page = await context.newPage();
  if (known !== undefined) await forget(page, options.baseURL);
  return {
    page,
    context,
    async giveBack(isGood) {
      if (isGood && !changed.has(context) && (await keepProcess(context, options.baseURL)))
        idle.push(context);
      else await context.close();
    },
  };
}

/** Closes all contexts of a browser, so that nothing of one test file is left for the next. */
export async function closeContexts(browser: Browser): Promise<void> {
  idleOf.delete(browser);
  await Promise.all(browser.contexts().map((context) => context.close()));
}

/** Leaves one page open that shows next to nothing, since a process ends with its last page. False where no server is left. */
async function keepProcess(context: BrowserContext, url: string): Promise<boolean> {
  const place = `${url}/healthz`;
  const isKeeper = (page: Page) => page.url() === place;
  try {
    if (!context.pages().some(isKeeper)) await (await context.newPage()).goto(place);
    for (const page of context.pages()) if (!isKeeper(page)) await page.close();
    return true;
  } catch {
    return false;
  }
}

async function newContext(browser: Browser, options: BrowserContextOptions): Promise<BrowserContext> {
  const context = await browser.newContext(options);
  noteChanges(context);
  return context;
}

function idleWith(browser: Browser, options: BrowserContextOptions): BrowserContext[] {
  const ofBrowser = idleOf.get(browser) ?? new Map<string, BrowserContext[]>();
  idleOf.set(browser, ofBrowser);
  const key = JSON.stringify(options);
  const idle = ofBrowser.get(key) ?? [];
  ofBrowser.set(key, idle);
  return idle;
}

async function forget(page: Page, url: string): Promise<void> {
  await page.context().clearCookies();
  const session = await page.context().newCDPSession(page);
  const storageTypes = "local_storage,indexeddb,cache_storage,service_workers";
  await session.send("Storage.clearDataForOrigin", { origin: new URL(url).origin, storageTypes });
  await session.detach();
}

/** What changes a context for every later page in it, and cannot be taken back. */
const changingContext = [
  "addInitScript",
  "exposeBinding",
  "exposeFunction",
  "grantPermissions",
  "route",
] as const;
const changingClock = [
  "fastForward",
  "install",
  "pauseAt",
  "runFor",
  "setFixedTime",
  "setSystemTime",
] as const;

function noteChanges(context: BrowserContext): void {
  const note = <Target extends object>(target: Target, names: readonly (keyof Target)[]): void => {
    for (const name of names) {
      const change = target[name] as (...given: unknown[]) => unknown;
      const noted = (...given: unknown[]): unknown => {
        changed.add(context);
        return change.apply(target, given);
      };
      Object.defineProperty(target, name, { value: noted });
    }
  };
  note(context, changingContext);
  note(context.clock, changingClock);
}
