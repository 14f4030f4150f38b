import type { Browser, BrowserContext, BrowserContextOptions, Page } from "playwright-core";

/** Contexts that nobody uses at the moment, by the options they were made with. */
const idleOf = new WeakMap<Browser, Map<string, BrowserContext[]>>();

const changed = new WeakSet<BrowserContext>();

/** The addresses of the servers whose pages the contexts show. */
const servers = new WeakMap<BrowserContext, string>();

/** A page in a context that nobody else uses. */
interface LentPage {
  readonly page: Page;
  readonly context: BrowserContext;
  /** Closes the page. After a failed visit, the context is not used again. */
  giveBack(isGood: boolean): Promise<void>;
}

interface ContextRequest extends BrowserContextOptions {
  readonly baseURL: string;
  /** Whether the cache is empty. */
  readonly isNew: boolean;
}

/**
 * A new context starts a process and loads and compiles the dashboard once more, which takes longer than most visits.
 * So contexts are kept with their cache and process, and only their cookies and stored data are cleared. A context is
 * not used again if its clock was set or if it was changed in another way.
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

/** Closes the contexts of a server that no test uses any more. */
export async function closeContexts(browser: Browser, url: string): Promise<void> {
  const idle = idleOf.get(browser);
  for (const key of idle?.keys() ?? []) if (JSON.parse(key).baseURL === url) idle?.delete(key);
  const ofServer = browser.contexts().filter((context) => servers.get(context) === url);
  await Promise.all(ofServer.map((context) => context.close()));
}

/** Leaves one nearly empty page open, because a process ends with its last page. False if no server is running. */
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

async function newContext(
  browser: Browser,
  options: BrowserContextOptions & Pick<ContextRequest, "baseURL">,
): Promise<BrowserContext> {
  const context = await browser.newContext(options);
  servers.set(context, options.baseURL);
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

/** Calls that change a context for all later pages and cannot be reverted. */
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
