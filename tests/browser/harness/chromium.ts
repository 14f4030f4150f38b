import { type Browser, chromium } from "playwright-core";
import { ensureSystemPackages } from "../../../scripts/system-packages.ts";
import { headlessBrowser, sharedBrowserVariable } from "../../harness/programs.ts";
import { tempFolder } from "../../harness/temp-folder.ts";

/** Flags that keep the browser from requesting updates, experiments and lists. */
const flags = [
  "--no-sandbox",
  "--disable-gpu",
  "--disable-quic",
  "--no-first-run",
  "--disable-background-networking",
  "--disable-component-update",
  "--disable-sync",
];
/** Applies to each context. In its own process, every page would compile the dashboard once more. */
const oneProcess = "--renderer-process-limit=1";

/** Why there is no browser here; null if there is one. Checked once, before the tests that need it. */
export async function whyNoBrowser(browser = headlessBrowser): Promise<string | null> {
  const ensured = await ensureSystemPackages([browser]);
  return ensured.ok ? null : ensured.problem;
}

/** Whether the test files of this process share a browser and a server. */
export const isBrowserShared = process.env[sharedBrowserVariable] === "1";

let shared: (Browser & AsyncDisposable) | undefined;

/** A browser for the tests of one file. Disposing of it closes the browser, unless it is shared. */
export async function testBrowser(): Promise<Browser & AsyncDisposable> {
  if (!isBrowserShared) return launchBrowser();
  // A test that times out is ended together with the browser.
  if (shared?.isConnected() !== true) {
    const browser = await launchBrowser();
    shared = Object.assign(browser, { [Symbol.asyncDispose]: () => Promise.resolve() });
  }
  return shared;
}

/** A browser with an empty profile, which is deleted with the browser. */
export async function launchBrowser(executable = headlessBrowser): Promise<Browser & AsyncDisposable> {
  const home = tempFolder();
  const browser = await chromium.launch({
    executablePath: Bun.which(executable.command)!,
    args: executable === headlessBrowser ? [...flags, oneProcess] : flags,
    env: { ...(process.env as Record<string, string>), HOME: home.path, XDG_CONFIG_HOME: home.path },
  });
  const close = async (): Promise<void> => {
    await browser.close();
    home[Symbol.dispose]();
  };
  return Object.assign(browser, { [Symbol.asyncDispose]: close });
}
