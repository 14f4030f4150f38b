import { proofAgeMaxMinutes } from "@weir/protocol/manage/proof-age";
import { managePath } from "@weir/protocol/manage/route";
import type { Browser, BrowserContext, Page } from "playwright-core";
import { ManageSession, type Person } from "../world/manage-session.ts";
import { lendPage } from "./context-pool.ts";
import { type ExpectedRefusal, noteFaults } from "./page-faults.ts";
import { notePendingRequests } from "./pending-requests.ts";

interface KnownSession {
  readonly cookie: string;
  readonly sinceMs: number;
}

/** Sessions by server, person and password. */
const sessions = new Map<string, KnownSession>();

/** A page asks for the password again if the sign-in is older, so a session is not reused long before that. */
const reusedForMs = (proofAgeMaxMinutes * 60_000) / 4;

/** The cookie of a session. Sessions are reused, because checking a password takes longer than most visits. */
async function sessionCookie(url: string, person: Person): Promise<string> {
  const key = JSON.stringify([url, person.email, person.password]);
  const known = sessions.get(key);
  const isRecent = known !== undefined && performance.now() - known.sinceMs < reusedForMs;
  if (isRecent && (await isSignedIn(url, known.cookie))) return known.cookie;
  const sinceMs = performance.now();
  const { cookie } = await ManageSession.signIn(url, person);
  sessions.set(key, { cookie, sinceMs });
  return cookie;
}

async function isSignedIn(url: string, cookie: string): Promise<boolean> {
  const { status } = await fetch(`${url}${managePath}/session`, { headers: { cookie } });
  return status === 200;
}

export const desktop = { width: 1280, height: 800 };
export const phone = { width: 390, height: 844 };
/** Held upright. */
export const tablet = { width: 768, height: 1024 };

export interface VisitOptions {
  readonly browser: Browser;
  readonly url: string;
  /** The person who is signed in from the start; nobody if it is left out. */
  readonly person?: Person;
  /** The UUID of the account to show; the first by name if it is left out. */
  readonly account?: string;
  readonly viewport?: { readonly width: number; readonly height: number };
  readonly colourScheme?: "light" | "dark";
  /** How many pixels of the screen a pixel of CSS is wide; two on phones and one on desktops if it is left out. */
  readonly pixelRatio?: 1 | 2;
  readonly expected?: readonly ExpectedRefusal[];
  /** Whether the browser starts with an empty cache. */
  readonly isFirst?: true;
}

/** How long a page may take to show what is waited for on a busy machine. */
const patienceMs = 40_000;

/**
 * Runs a visit in its own browser context. Afterwards it fails if `noteFaults` has recorded anything. If the visit
 * itself fails, the error includes the recorded faults. A test that expects faults removes them from the list.
 */
export async function visit<T>(
  options: VisitOptions,
  act: (page: Page, faults: string[]) => Promise<T>,
): Promise<T> {
  const { browser, url, viewport = desktop, colourScheme = "light" } = options;
  const { pixelRatio = viewport === phone ? 2 : 1 } = options;
  const { page, context, giveBack } = await lendPage(browser, {
    baseURL: url,
    viewport,
    deviceScaleFactor: pixelRatio,
    colorScheme: colourScheme,
    reducedMotion: "reduce",
    isNew: options.isFirst === true,
    ...(viewport === phone ? { hasTouch: true, isMobile: true } : {}),
    permissions: ["clipboard-read", "clipboard-write"],
    locale: "en-GB",
    timezoneId: "Europe/Berlin",
  });
  let isGood = false;
  try {
    context.setDefaultTimeout(patienceMs);
    notePendingRequests(page);
    const faults = await noteFaults(page, url, options.expected ?? []);
    if (options.person !== undefined) await signIn(context, options.person, options);
    if (options.account !== undefined) await page.addInitScript({ content: chooseAccount(options.account) });
    const result = await act(page, faults).catch((error: unknown) => {
      throw withFaults(error, page, faults);
    });
    if (faults.length > 0) throw new Error(`Something went wrong at ${page.url()}:\n${faults.join("\n")}`);
    isGood = true;
    return result;
  } finally {
    await giveBack(isGood);
  }
}

/** Adds the session of a sign-in over the API, so that not every visit has to use the form. */
async function signIn(context: BrowserContext, person: Person, { url }: VisitOptions): Promise<void> {
  const [name = "", value = ""] = (await sessionCookie(url, person)).split("=");
  await context.addCookies([{ name, value, url, httpOnly: true, sameSite: "Lax" }]);
}

function withFaults(error: unknown, page: Page, faults: readonly string[]): unknown {
  if (!(error instanceof Error)) return error;
  const seen = faults.length === 0 ? "" : `\nMeanwhile:\n${faults.join("\n")}`;
  error.message = `${error.message}\nAt ${page.url()}${seen}`;
  return error;
}

/** Runs in each page. An empty page belongs to no server and has no storage. */
function chooseAccount(uuid: string): string {
  return `if (location.protocol !== "about:") localStorage.setItem("weir.account", ${JSON.stringify(uuid)});`;
}
