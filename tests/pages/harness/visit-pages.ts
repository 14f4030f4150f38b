import type { ManageSession } from "../../browser/world/manage-session.ts";
import { Page } from "./page.ts";
import { serveFetch } from "./serve-fetch.ts";
import { showDashboard } from "./shown-dashboard.ts";

export interface VisitOptions {
  /** Refusals that the test causes on purpose, such as `PATCH /api/manage/v1/accounts/… 412`. */
  readonly expected?: readonly string[];
  /** Who visits; null if nobody is signed in, and the owner if it is left out. */
  readonly session?: ManageSession | null;
}

/**
 * Shows the dashboard to a person. Fails if the page writes to the console, or if a request is refused. A test that expects
 * such faults takes them from the list.
 */
export async function visitPages<T>(
  session: ManageSession | null,
  act: (page: Page, faults: string[]) => Promise<T>,
  expected: readonly string[] = [],
): Promise<T> {
  const faults: string[] = [];
  let shown: { close(): void } | null = null;
  const leave = () => shown?.close();
  const page = new Page((address) => {
    leave();
    shown = showDashboard(address, session?.account ?? null);
  });
  const hearRefusal = (refusal: string) => {
    if (!expected.includes(refusal)) faults.push(refusal);
  };
  using _console = listenToConsole((text) => faults.push(text));
  using _requests = serveFetch.ofPage({ cookie: session?.cookie ?? null, hearRefusal });
  try {
    const result = await act(page, faults);
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
