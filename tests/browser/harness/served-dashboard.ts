import type { Browser } from "playwright-core";
import { buildDashboard } from "../../../scripts/build-dashboard.ts";
import { type InstallationOptions, WeirInstallation } from "../../harness/weir-installation.ts";
import type { WeirProcess } from "../../harness/weir-process.ts";
import { type AccountOnServer, accountOnSharedServer, solePerson } from "../world/account-on-server.ts";
import { type SeededWorld, seedWorld, worldSettings } from "../world/seed-world.ts";
import { isBrowserShared, testBrowser } from "./chromium.ts";
import { closeContexts } from "./context-pool.ts";

/** A browser, and an account on a server with the dashboard as it is built now. */
export interface ServedAccount extends AccountOnServer {
  readonly browser: Browser;
}

/** A browser and a server of its own. */
export interface ServedDashboard extends AsyncDisposable {
  readonly browser: Browser;
  readonly url: string;
  readonly weir: WeirInstallation;
  /** The server that was started first. */
  readonly server: WeirProcess;
}

/** The time limit for everything before the first test: the build, the server and the browser. */
export const setUpTimeoutMs = 120_000;

/** A new installation with an owner and nothing else. */
export async function serveWithOwner(
  env: Readonly<Record<string, string>> = {},
): Promise<ServedDashboard & ServedAccount> {
  const served = await serveDashboard({ env }, (weir) => weir.createOwner(solePerson));
  return { ...served, owner: solePerson };
}

let built: Promise<boolean> | undefined;

/** A new account with an owner and nothing else, on the server that the test files of this process share. */
export async function serveAccount(): Promise<ServedAccount> {
  if (!isBrowserShared) return serveWithOwner();
  built ??= buildDashboard();
  await built;
  const [account, browser] = await Promise.all([accountOnSharedServer(), testBrowser()]);
  return { ...account, browser };
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
      await closeContexts(browser, weir.url);
      await browser[Symbol.asyncDispose]();
      await weir[Symbol.asyncDispose]();
    },
  };
}
