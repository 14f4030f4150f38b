import type { Browser } from "playwright-core";
import { buildDashboard } from "../../scripts/build-dashboard.ts";
import { launchBrowser, whyNoBrowser } from "../../tests/browser/harness/chromium.ts";
import { visit } from "../../tests/browser/harness/visit.ts";
import { wholeBrowser } from "../../tests/harness/programs.ts";
import { yearReadings, yearUpTo } from "../load/year.ts";
import { untilMachineIsFree } from "../machine.ts";
import { otherCoresMax, watchOthers } from "../other-work.ts";
import { startWeir } from "../systems/weir.ts";
import {
  boardCharts,
  boardDevices,
  boardLines,
  boardValues,
  makeBoard,
  sensorsPerBoardDevice,
} from "../systems/weir-board.ts";
import { makeKey } from "../systems/weir-key.ts";
import { storeYears } from "../systems/weir-year.ts";
import { type Finding, inSeconds, median, type Scenario } from "./scenario.ts";

const sensorCount = boardDevices * sensorsPerBoardDevice;
const secondsMax = 1;
const visitsPerRound = 3;
const owner = { name: "Bench", email: "bench@example.org", password: "a password for the bench" };

export const board: Scenario = {
  name: "board",
  about: `a board of 20 tiles over ${sensorCount} sensors in Chromium, which shows their year of a reading a minute, until every tile is drawn`,

  async run({ workspace, rounds, say }) {
    const problem = await whyNoBrowser(wholeBrowser);
    if (problem !== null) throw new Error(problem);
    await buildDashboard();
    const year = yearUpTo(Date.now());
    const system = await startWeir(workspace, {
      deviceCount: boardDevices,
      sensorsPerDevice: sensorsPerBoardDevice,
      env: { WEIR_OWNER_EMAIL: owner.email, WEIR_OWNER_PASSWORD: owner.password },
      prepare: (dataDir) => storeYears(dataDir, year, sensorCount),
    });
    const stored = await system.storedReadings();
    if (stored !== sensorCount * yearReadings) throw new Error(`Only ${stored} readings were stored.`);
    const path = `/boards/${await makeBoard(system, await makeKey(system))}`;
    const url = `http://127.0.0.1:${system.port}`;
    const first: number[] = [];
    const again: number[] = [];
    let disturbedRounds = 0;
    {
      await using browser = await launchBrowser(wholeBrowser);
      await measureVisit(browser, url, path);
      for (let round = 1; round <= rounds; round++) {
        await untilMachineIsFree();
        const others = watchOthers();
        for (let nth = 0; nth < visitsPerRound; nth++) {
          const seconds = await measureVisit(browser, url, path);
          first.push(seconds.first);
          again.push(seconds.again);
        }
        say(`  round ${round}  first visit ${inSeconds(first)}; again ${inSeconds(again)}`);
        if (others() > otherCoresMax) disturbedRounds++;
      }
    }
    await system.stop();
    return {
      findings: [
        finding("board of 20 tiles and 100 sensors drawn, first visit", first),
        finding("board of 20 tiles and 100 sensors drawn, files in the browser", again),
      ],
      disturbedRounds,
      details: { first, again },
    };
  },
};

/** A browser that was never here before, and the same browser once more. */
function measureVisit(
  browser: Browser,
  url: string,
  path: string,
): Promise<{ readonly first: number; readonly again: number }> {
  return visit({ browser, url, person: owner, isFirst: true }, async (page) => {
    const secondsToDraw = async (): Promise<number> => {
      const startedMs = performance.now();
      await page.goto(path);
      await page.evaluate(`(${untilDrawn})()`);
      return (performance.now() - startedMs) / 1000;
    };
    return { first: await secondsToDraw(), again: await secondsToDraw() };
  });
}

/** Runs in the page: each chart has its plot and a legend with all its lines, and each value its curve. */
const untilDrawn = `async () => {
  const count = (selector) => document.querySelectorAll(selector).length;
  const isDrawn = () => count(".u-over") === ${boardCharts} && count("main ul > li .rounded-full") === ${boardLines} &&
    count("main svg[role=img] path[stroke]") >= ${boardValues};
  while (!isDrawn()) await new Promise((resolve) => requestAnimationFrame(resolve));
}`;

function finding(what: string, seconds: readonly number[]): Finding {
  return { what, measured: median(seconds), unit: "s", target: { atMost: secondsMax } };
}
