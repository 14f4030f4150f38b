import { afterAll, beforeAll, describe, setDefaultTimeout } from "bun:test";
import { ManageSession, type Person } from "../../browser/world/manage-session.ts";
import { letIn, peopleAt, type RoleName } from "../../browser/world/world-people.ts";
import { installAccount } from "../../harness/installed-data.ts";
import { type ApiHere, openApiHere } from "./api-here.ts";
import { Page } from "./page.ts";
import { serveFetch } from "./serve-fetch.ts";
import { showDashboard } from "./shown-dashboard.ts";
import { origin } from "./window.ts";

const people = peopleAt("pages.example");

interface VisitOptions {
  /** Refusals that the test causes on purpose, such as `PATCH /api/manage/v1/accounts/… 412`. */
  readonly expected?: readonly string[];
  /** The owner if it is left out. */
  readonly session?: ManageSession;
}

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
  /** Shows the dashboard to the owner. Fails if the page writes to the console, or if a request is refused. */
  visit<T>(act: (page: Page) => Promise<T>, options?: VisitOptions): Promise<T>;
}

/**
 * Tests of what pages say, offer and do, without a browser: the whole dashboard runs in this process on a document that
 * is not laid out, and its requests are answered by the management API in the same process, with a new account.
 *
 * They do not show that a page can be seen, reached with the tabulator key, loaded or updated by events. Tests of that
 * need a browser (`tests/browser`), as each page and each dialog does once.
 */
export function describePages(subject: string, body: (at: PagesHere) => void): void {
  setDefaultTimeout(60_000);
  describe(subject, () => {
    let api: ApiHere;
    let owner: ManageSession;
    beforeAll(async () => {
      api = await openApiHere();
      await installAccount(api.control, people.owner);
      serveFetch.answer = api.answer;
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
      visit: (act, options = {}) => visit(options.session ?? owner, act, options),
    });
  });
}

async function visit<T>(
  session: ManageSession,
  act: (page: Page) => Promise<T>,
  { expected = [] }: VisitOptions,
): Promise<T> {
  const faults: string[] = [];
  let shown: { close(): void } | null = null;
  const leave = () => shown?.close();
  const page = new Page((address) => {
    leave();
    shown = showDashboard(address, session.account);
  });
  using _console = listenToConsole((text) => faults.push(text));
  using _requests = serveFetch.ofPage(session.cookie, (refusal) => {
    if (!expected.includes(refusal)) faults.push(refusal);
  });
  try {
    const result = await act(page);
    if (faults.length > 0) throw new Error(`Something went wrong at ${page.url()}:\n${faults.join("\n")}`);
    return result;
  } finally {
    leave();
  }
}

function listenToConsole(hear: (text: string) => void): Disposable {
  const { error, warn } = console;
  console.error = (...parts: unknown[]) => hear(`console error: ${parts.join(" ")}`);
  console.warn = (...parts: unknown[]) => hear(`console warning: ${parts.join(" ")}`);
  return {
    [Symbol.dispose]() {
      Object.assign(console, { error, warn });
    },
  };
}
