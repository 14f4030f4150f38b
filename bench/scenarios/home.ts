import type { Browser, Page } from "playwright-core";
import { buildDashboard } from "../../scripts/build-dashboard.ts";
import { launchBrowser, whyNoBrowser } from "../../tests/browser/harness/chromium.ts";
import { visit } from "../../tests/browser/harness/visit.ts";
import { ManageSession } from "../../tests/browser/world/manage-session.ts";
import { sendReadings } from "../../tests/browser/world/world-traffic.ts";
import { wholeBrowser } from "../../tests/harness/programs.ts";
import { untilMachineIsFree } from "../machine.ts";
import { otherCoresMax, untilOwnWorkRests, watchOthers } from "../other-work.ts";
import { startWeir } from "../systems/weir.ts";
import { type Finding, median, type Scenario } from "./scenario.ts";

const valueMsMax = 300;
const visitsPerRound = 5;
const deviceCount = 5;
const slugs = ["temperature", "humidity", "battery"];
/** Fits every sensor, and nothing else on the page. */
const value = 42.5;
const owner = { name: "Bench", email: "bench@example.org", password: "a password for the bench" };

interface Shown {
  readonly first: number;
  readonly again: number;
}

export const home: Scenario = {
  name: "home",
  about: `Home in Chromium with the overview of ${deviceCount} devices, from the request of the page until its first value is on the screen`,

  async run({ workspace, rounds, say }) {
    const problem = await whyNoBrowser(wholeBrowser);
    if (problem !== null) throw new Error(problem);
    await buildDashboard();
    const env = { WEIR_OWNER_EMAIL: owner.email, WEIR_OWNER_PASSWORD: owner.password };
    const system = await startWeir(workspace, { deviceCount: 0, sensorsPerDevice: 0, env });
    const url = `http://127.0.0.1:${system.port}`;
    await sendValues(url);
    const shown: Shown[] = [];
    let disturbedRounds = 0;
    {
      await using browser = await launchBrowser(wholeBrowser);
      await measureVisit(browser, url);
      for (let round = 1; round <= rounds; round++) {
        await untilMachineIsFree();
        const others = watchOthers();
        const ofRound: Shown[] = [];
        for (let nth = 0; nth < visitsPerRound; nth++) ofRound.push(await measureVisit(browser, url));
        say(`  round ${round}  first visit ${inMs(ofRound, "first")}; again ${inMs(ofRound, "again")}`);
        shown.push(...ofRound);
        if (others() > otherCoresMax) disturbedRounds++;
      }
    }
    await system.stop();
    return {
      findings: [
        finding("first value on Home, first visit", shown, "first"),
        finding("first value on Home, files in the browser", shown, "again"),
      ],
      disturbedRounds,
      details: { shown },
    };
  },
};

async function sendValues(url: string): Promise<void> {
  const session = await ManageSession.signIn(url, owner);
  for (let nth = 0; nth < deviceCount; nth++) {
    const sensors = slugs.map((slug) => ({ slug }));
    const device = await session.do("POST", "./devices", { name: `Device ${nth}`, sensors });
    for (const slug of slugs)
      await sendReadings(url, device, `/sensors/${slug}/readings`, { data: { value } });
  }
}

/**
 * A browser that was never here before, and the same browser once more. The visit begins once the window is open: Chromium
 * then loads two pages of its own, which take nearly as much CPU time as Home.
 */
function measureVisit(browser: Browser, url: string): Promise<Shown> {
  return visit({ browser, url, person: owner, isFirst: true }, async (page) => {
    await page.addInitScript(noteFirstValue);
    await untilOwnWorkRests();
    return { first: await msToValue(page), again: await msToValue(page) };
  });
}

async function msToValue(page: Page): Promise<number> {
  await page.goto("/");
  return (await page.evaluate("window.firstValueMs")) as number;
}

/** Runs in the page. The clock of a page starts with the request of the page. */
const noteFirstValue = `window.firstValueMs = new Promise((resolve) => {
  const look = () => {
    const isShown = document.querySelector("article")?.textContent.includes("${value}");
    requestAnimationFrame(isShown ? () => resolve(performance.now()) : look);
  };
  requestAnimationFrame(look);
})`;

function inMs(shown: readonly Shown[], which: keyof Shown): string {
  return `${shown.map((each) => each[which].toFixed(0)).join(" ")} ms`;
}

function finding(what: string, shown: readonly Shown[], which: keyof Shown): Finding {
  return {
    what,
    measured: median(shown.map((each) => each[which])),
    unit: "ms",
    target: { atMost: valueMsMax },
  };
}
