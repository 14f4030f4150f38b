import { afterAll, beforeAll, setDefaultTimeout } from "bun:test";
import type { ChainDefinition } from "@weir/rule-engine/chain";
import type { Page } from "playwright-core";
import { describeUnless } from "../../harness/describe-unless.ts";
import { ManageSession, type Person } from "../world/manage-session.ts";
import { peopleAt, type RoleName } from "../world/world-people.ts";
import { whyNoBrowser } from "./chromium.ts";
import {
  type ServedAccount,
  type ServedDashboard,
  serveAccount,
  serveWithOwner,
  setUpTimeoutMs,
} from "./served-dashboard.ts";
import { type VisitOptions, visit } from "./visit.ts";

export interface OwnedDevice {
  readonly uuid: string;
  readonly token: string;
  readonly sensors: readonly { readonly slug: string; readonly uuid: string }[];
}

/** A new account and its owner, created before the first test. */
export interface OwnedDashboard<Served = ServedAccount> {
  readonly served: Served;
  readonly person: Person;
  /** Persons who can be let in. They belong to no account yet. */
  readonly people: Readonly<Record<RoleName, Person>>;
  /** The owner's session at the management API. */
  readonly owner: ManageSession;
  createDevice(slugs: readonly string[]): Promise<OwnedDevice>;
  /** Changes the chain of all sensors. */
  publishDefaultChain(definition: ChainDefinition): Promise<void>;
  /** Waits until every accepted reading is settled. */
  untilSettled(): Promise<unknown>;
  /** Runs a visit as the owner, in a browser context of its own. */
  visit<T>(act: (page: Page, faults: string[]) => Promise<T>, options?: Partial<VisitOptions>): Promise<T>;
}

/** The owner of a new installation, which no other test uses. */
export type OwnedServer = OwnedDashboard<ServedDashboard>;

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
    let served: Served;
    let owner: ManageSession;
    beforeAll(async () => {
      served = await serve();
      owner = await ManageSession.signIn(served.url, served.owner);
    }, setUpTimeoutMs);
    afterAll(() => served?.[Symbol.asyncDispose]());
    body({
      get served() {
        return served;
      },
      get person() {
        return served.owner;
      },
      get people() {
        return peopleAt(served.owner.email.split("@")[1]!);
      },
      get owner() {
        return owner;
      },
      createDevice: (slugs) => {
        const sensors = slugs.map((slug) => ({ slug }));
        return owner.do("POST", "./devices", { name: "Test device", sensors });
      },
      publishDefaultChain: async (definition) => {
        const { items } = await owner.do("GET", "./chains");
        const { uuid } = items.find(({ name }: { name: string }) => name === "Default");
        await owner.do("PUT", `./chains/${uuid}/draft`, definition);
        await owner.do("POST", `./chains/${uuid}/publish`, { note: "" });
      },
      untilSettled: () => served.weir.untilSettled(),
      visit: (act, options = {}) => visit({ ...served, person: served.owner, ...general, ...options }, act),
    });
  });
}
