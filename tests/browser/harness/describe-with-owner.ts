import { afterAll, beforeAll, setDefaultTimeout } from "bun:test";
import type { Page } from "playwright-core";
import { describeUnless } from "../../harness/describe-unless.ts";
import { OwnedAccount } from "../world/owned-account.ts";
import { whyNoBrowser } from "./chromium.ts";
import {
  type ServedAccount,
  type ServedDashboard,
  serveAccount,
  serveWithOwner,
  setUpTimeoutMs,
} from "./served-dashboard.ts";
import { type VisitOptions, visit } from "./visit.ts";

export interface OwnedDashboard<Served extends ServedAccount = ServedAccount> extends OwnedAccount<Served> {
  /** Runs a visit as the owner, in a browser context of its own. */
  visit<T>(act: (page: Page, faults: string[]) => Promise<T>, options?: Partial<VisitOptions>): Promise<T>;
}

/** The owner of a new installation, which no other test uses. */
export type OwnedServer = OwnedDashboard<ServedDashboard & ServedAccount>;

/** Tests of what an owner sees and does. Other test files of the same process use other accounts of the same server. */
export function describeWithOwner(subject: string, body: (at: OwnedDashboard) => void): Promise<void> {
  return describeServed(subject, serveAccount, body);
}

/**
 * The same on a screen with two pixels for each of CSS. What is drawn on a canvas can go wrong only there, as on phones and
 * most laptops. A page takes a tenth more CPU there, so only tests of drawings use it.
 */
export function describeOnSharpScreen(subject: string, body: (at: OwnedDashboard) => void): Promise<void> {
  return describeServed(subject, serveAccount, body, { pixelRatio: 2 });
}

/**
 * Tests of what an owner sees and does, on a server that runs from before the first test until after the last. They may
 * stop the server and look into its files.
 */
export function describeWithServer(
  subject: string,
  body: (at: OwnedServer) => void,
  env: Readonly<Record<string, string>> = {},
): Promise<void> {
  return describeServed(subject, () => serveWithOwner(env), body);
}

async function describeServed<Served extends ServedAccount>(
  subject: string,
  serve: () => Promise<Served>,
  body: (at: OwnedDashboard<Served>) => void,
  general: Partial<VisitOptions> = {},
): Promise<void> {
  const problem = await whyNoBrowser();
  setDefaultTimeout(60_000);
  describeUnless(problem, subject, () => {
    const account = new OwnedAccount<Served>();
    beforeAll(() => account.open(serve), setUpTimeoutMs);
    afterAll(() => account[Symbol.asyncDispose]());
    const visitAsOwner: OwnedDashboard["visit"] = (act, options = {}) =>
      visit({ ...account.served, person: account.person, ...general, ...options }, act);
    body(Object.assign(account, { visit: visitAsOwner }));
  });
}
