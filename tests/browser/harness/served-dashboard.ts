import type { Browser } from "playwright-core";
import { buildDashboard } from "../../../scripts/build-dashboard.ts";
import { type InstallationOptions, WeirInstallation } from "../../harness/weir-installation.ts";
import type { WeirProcess } from "../../harness/weir-process.ts";
import type { Person } from "../world/manage-session.ts";
import { type SeededWorld, seedWorld, worldSettings } from "../world/seed-world.ts";
import { testBrowser } from "./chromium.ts";

/** A browser, and a server with the dashboard as it is built now. */
export interface ServedDashboard extends AsyncDisposable {
  readonly browser: Browser;
  readonly weir: WeirInstallation;
  /** The server that was started first. */
  readonly server: WeirProcess;
  readonly url: string;
}

/** The time limit for everything before the first test: the build, the server and the browser. */
export const setUpTimeoutMs = 120_000;

export const solePerson: Person = {
  name: "Ada",
  email: "ada@example.org",
  password: "correct horse battery staple",
};

/** A new installation with an owner and nothing else. */
export function serveWithOwner(env: Readonly<Record<string, string>> = {}): Promise<ServedDashboard> {
  return serveDashboard({ env }, (weir) => weir.createOwner(solePerson));
}

export async function serveDashboard(
  options: InstallationOptions = {},
  prepare: (weir: WeirInstallation) => Promise<void> = () => Promise.resolve(),
): Promise<ServedDashboard> {
  await buildDashboard();
  const weir = new WeirInstallation(options);
  await prepare(weir);
  const [browser, server] = await Promise.all([testBrowser(), weir.start()]);
  return served(weir, server, browser);
}

export interface ServedWorld extends ServedDashboard {
  readonly world: SeededWorld;
}

/** The farm of `seedWorld`. */
export async function serveWorld(): Promise<ServedWorld> {
  await buildDashboard();
  const weir = new WeirInstallation({ env: worldSettings });
  const [browser, world] = await Promise.all([testBrowser(), seedWorld(weir)]);
  return Object.assign(served(weir, await weir.start(), browser), { world });
}

function served(
  weir: WeirInstallation,
  server: WeirProcess,
  browser: Browser & AsyncDisposable,
): ServedDashboard {
  return {
    browser,
    weir,
    server,
    url: weir.url,
    async [Symbol.asyncDispose]() {
      await browser[Symbol.asyncDispose]();
      await weir[Symbol.asyncDispose]();
    },
  };
}
