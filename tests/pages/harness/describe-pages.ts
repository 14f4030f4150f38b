import { afterAll, beforeAll, describe, setDefaultTimeout } from "bun:test";
import { ManageSession, type Person } from "../../browser/world/manage-session.ts";
import { letIn, peopleAt, type RoleName } from "../../browser/world/world-people.ts";
import { installAccount } from "../../harness/installed-data.ts";
import { type ApiHere, openApiHere } from "./api-here.ts";
import type { Page } from "./page.ts";
import { serveFetch } from "./serve-fetch.ts";
import { type VisitOptions, visitPages } from "./visit-pages.ts";
import { origin } from "./window.ts";

const people = peopleAt("pages.example");

export interface PagesHere {
  /** The folder with the data of the API. */
  readonly dataDir: string;
  readonly person: Person;
  /** Persons who can be let in. They belong to no account yet. */
  readonly people: Readonly<Record<RoleName, Person>>;
  /** The owner's session at the management API. */
  readonly owner: ManageSession;
  letIn(person: Person, role: RoleName): Promise<ManageSession>;
  createDevice(slugs: readonly string[]): Promise<{ readonly uuid: string; readonly token: string }>;
  visit<T>(act: (page: Page, faults: string[]) => Promise<T>, options?: VisitOptions): Promise<T>;
}

/**
 * Tests of what pages say, offer and do, without a browser: the whole dashboard runs in this process on a document that
 * is not laid out, and its requests are answered by the management API in the same process, with a new account.
 *
 * They do not show that a page can be seen, reached with the tabulator key or loaded. Tests of that need a browser
 * (`tests/browser`), as each page and each dialog does once. Readings, chains at work and events need a server
 * (`describeServedPages`).
 */
export function describePages(subject: string, body: (at: PagesHere) => void): void {
  setDefaultTimeout(60_000);
  describe(subject, () => {
    let api: ApiHere;
    let owner: ManageSession;
    beforeAll(async () => {
      api = await openApiHere();
      await installAccount(api.control, people.owner);
      serveFetch.begin(origin, api.answer);
      owner = await ManageSession.signIn(origin, people.owner);
    });
    afterAll(() => api?.[Symbol.asyncDispose]());
    body({
      get dataDir() {
        return api.dataDir;
      },
      person: people.owner,
      people,
      get owner() {
        return owner;
      },
      letIn: async (person, role) => {
        await letIn(origin, owner, person, role);
        return ManageSession.signIn(origin, person, owner.account);
      },
      createDevice: (slugs) =>
        owner.do("POST", "./devices", { name: "Test device", sensors: slugs.map((slug) => ({ slug })) }),
      visit: (act, { session = owner, expected } = {}) => visitPages(session, act, expected),
    });
  });
}
