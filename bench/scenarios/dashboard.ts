import type { Browser, Page } from "playwright-core";
import { buildDashboard } from "../../scripts/build-dashboard.ts";
import { launchBrowser, whyNoBrowser } from "../../tests/browser/harness/chromium.ts";
import { visit } from "../../tests/browser/harness/visit.ts";
import { wholeBrowser } from "../../tests/harness/programs.ts";
import { frameFindings, framesInWords } from "../frames.ts";
import { startWeir } from "../systems/weir.ts";
import { type Finding, inSeconds, median, type Scenario } from "./scenario.ts";

const deviceCount = 10_000;
const secondsMax = 1;
/** Each visit is a browser that was never here before, and the same browser once more. */
const visitsPerRound = 3;
/** The speed of somebody who searches a list with the mouse wheel: about 60 rows per second. */
const scrollPxPerSecond = 2400;
const owner = { name: "Bench", email: "bench@example.org", password: "a password for the bench" };

interface Seconds {
  readonly first: number;
  readonly again: number;
}

export const dashboard: Scenario = {
  name: "dashboard",
  about: `the device list of ${deviceCount.toLocaleString("en")} devices in Chromium, until its rows are shown and its search takes letters, and frames a second while it is scrolled`,

  async run({ workspace, seconds, rounds, say }) {
    const problem = await whyNoBrowser(wholeBrowser);
    if (problem !== null) throw new Error(problem);
    await buildDashboard();
    const env = { WEIR_OWNER_EMAIL: owner.email, WEIR_OWNER_PASSWORD: owner.password };
    const system = await startWeir(workspace, { deviceCount, sensorsPerDevice: 1, env });
    const url = `http://127.0.0.1:${system.port}`;
    const measured: Seconds[] = [];
    const frames: number[] = [];
    {
      await using browser = await launchBrowser(wholeBrowser);
      await measureVisit(browser, url);
      while (measured.length < rounds * visitsPerRound) measured.push(await measureVisit(browser, url));
      for (let round = 1; round <= rounds; round++) {
        const ofRound = await measureScrolling(browser, url, seconds);
        say(`  round ${round}  scrolling: ${framesInWords(ofRound)}`);
        frames.push(...ofRound);
      }
    }
    await system.stop();
    const first = measured.map((seconds) => seconds.first);
    const again = measured.map((seconds) => seconds.again);
    say(`  first visit ${inSeconds(first)}; again ${inSeconds(again)}`);
    return {
      findings: [
        finding("device list usable, first visit", first),
        finding("device list usable, files in the browser", again),
        ...frameFindings("scrolling 10,000 devices", frames),
      ],
      disturbedRounds: 0,
      details: { first, again, frames },
    };
  },
};

function measureVisit(browser: Browser, url: string): Promise<Seconds> {
  return visit({ browser, url, person: owner, isFirst: true }, async (page) => {
    const secondsToUse = async (): Promise<number> => {
      const startedMs = performance.now();
      await openList(page);
      await page.keyboard.press("/");
      await page.locator("input[type=search]:focus").waitFor();
      return (performance.now() - startedMs) / 1000;
    };
    return { first: await secondsToUse(), again: await secondsToUse() };
  });
}

async function openList(page: Page): Promise<void> {
  await page.goto("/devices");
  await page
    .getByRole("link", { name: /^Device \d/ })
    .first()
    .waitFor();
}

/**
 * Scrolls the list and returns the milliseconds of each frame. The pages of the list are loaded while
 * scrolling, as they are for people.
 */
function measureScrolling(browser: Browser, url: string, seconds: number): Promise<number[]> {
  return visit({ browser, url, person: owner, isFirst: true }, async (page) => {
    await openList(page);
    return (await page.evaluate(
      `(${framesOfScrolling})(${seconds * 1000}, ${scrollPxPerSecond})`,
    )) as number[];
  });
}

/** Runs in the page. */
const framesOfScrolling = `async (durationMs, pxPerSecond) => {
  const list = document.getElementById("content");
  const nextFrame = () => new Promise((resolve) => requestAnimationFrame(resolve));
  const frames = [];
  const firstMs = await nextFrame();
  for (let lastMs = firstMs; lastMs - firstMs < durationMs; ) {
    list.scrollTop = ((lastMs - firstMs) / 1000) * pxPerSecond;
    const nowMs = await nextFrame();
    frames.push(nowMs - lastMs);
    lastMs = nowMs;
  }
  return frames;
}`;

function finding(what: string, seconds: readonly number[]): Finding {
  return { what, measured: median(seconds), unit: "s", target: { atMost: secondsMax } };
}
