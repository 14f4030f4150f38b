import { type Browser, chromium } from "playwright-core";
import { ensureSystemPackages } from "../../../scripts/system-packages.ts";
import { tempFolder } from "../../harness/temp-folder.ts";

/** Debian's, which brings nothing along and is brought up to date by the machine's own means. */
const executable = { command: "chromium", package: "chromium" };

/** Keeps to itself: it asks nobody for updates, experiments or lists. */
const flags = [
  ...["--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run"],
  ...["--disable-background-networking", "--disable-component-update", "--disable-sync"],
];

/** Why there is no browser here, or null where there is one. Asked once, before the tests that need it. */
export async function whyNoBrowser(): Promise<string | null> {
  const ensured = await ensureSystemPackages([executable]);
  return ensured.ok ? null : ensured.problem;
}

/** With a profile of its own, which is empty and goes with it. */
export async function launchBrowser(): Promise<Browser & AsyncDisposable> {
  const home = tempFolder();
  const browser = await chromium.launch({
    executablePath: Bun.which(executable.command)!,
    args: flags,
    env: { ...(process.env as Record<string, string>), HOME: home.path, XDG_CONFIG_HOME: home.path },
  });
  const close = async (): Promise<void> => {
    await browser.close();
    home[Symbol.dispose]();
  };
  return Object.assign(browser, { [Symbol.asyncDispose]: close });
}
