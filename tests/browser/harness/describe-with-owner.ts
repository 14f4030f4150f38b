import { afterAll, beforeAll, setDefaultTimeout } from "bun:test";
import type { Page } from "playwright-core";
import { describeUnless } from "../../harness/describe-unless.ts";
import { ManageSession } from "../world/manage-session.ts";
import { whyNoBrowser } from "./chromium.ts";
import { type ServedDashboard, serveWithOwner, setUpTimeoutMs, solePerson } from "./served-dashboard.ts";
import { type VisitOptions, visit } from "./visit.ts";

/** A new installation and its owner, started before the first test. */
export interface OwnedDashboard {
  readonly served: ServedDashboard;
  /** The owner's session at the management API. */
  readonly owner: ManageSession;
  /** Runs a visit as the owner, in a browser context of its own. */
  visit<T>(act: (page: Page, faults: string[]) => Promise<T>, options?: Partial<VisitOptions>): Promise<T>;
}

/** Tests of what an owner sees and does, on a server that runs from before the first test until after the last. */
export async function describeWithOwner(
  subject: string,
  body: (at: OwnedDashboard) => void,
  env: Readonly<Record<string, string>> = {},
): Promise<void> {
  const problem = await whyNoBrowser();
  setDefaultTimeout(60_000);
  describeUnless(problem, subject, () => {
    let served: ServedDashboard;
    let owner: ManageSession;
    beforeAll(async () => {
      served = await serveWithOwner(env);
      owner = await ManageSession.signIn(served.url, solePerson);
    }, setUpTimeoutMs);
    afterAll(() => served?.[Symbol.asyncDispose]());
    body({
      get served() {
        return served;
      },
      get owner() {
        return owner;
      },
      visit: (act, options = {}) => visit({ ...served, person: solePerson, ...options }, act),
    });
  });
}
