import { fileURLToPath } from "node:url";
import type { Page } from "playwright-core";
import { launchBrowser, whyNoBrowser } from "../../tests/browser/harness/chromium.ts";
import { wholeBrowser } from "../../tests/harness/programs.ts";
import { frameFindings, framesInWords } from "../frames.ts";
import { untilMachineIsFree } from "../machine.ts";
import { otherCoresMax, watchOthers } from "../other-work.ts";
import { freePort } from "../workspace.ts";
import type { Scenario } from "./scenario.ts";

const root = fileURLToPath(new URL("../..", import.meta.url));
/** How much of the million points is visible: all of them, and two closer looks. */
const shares = [1, 0.1, 0.001] as const;

export const charts: Scenario = {
  name: "charts",
  about: "a chart of 1,000,000 points that is panned in Chromium, in frames a second: Weir's dashboard",

  async run({ workspace, seconds, rounds, say }) {
    const problem = await whyNoBrowser(wholeBrowser);
    if (problem !== null) throw new Error(problem);
    const folder = workspace.folder("charts");
    const vite = `${root}node_modules/.bin/vite`;
    const pages = `${root}packages/dashboard`;
    const build = ["build", `${pages}/bench`, "--config", `${pages}/vite.config.ts`, "--outDir", folder];
    await workspace.run([vite, ...build, "--emptyOutDir"], pages);
    const url = serveFolder(folder);
    const measured = new Map<number, number[]>(shares.map((share) => [share, []]));
    let disturbedRounds = 0;
    {
      await using browser = await launchBrowser(wholeBrowser);
      const page = await browser.newPage({ viewport: { width: 1280, height: 800 } });
      await page.goto(url);
      await page.waitForSelector(".u-over");
      // During the first pan the browser compiles the code.
      await panning(page, 1, 1000);
      for (let round = 1; round <= rounds; round++) {
        await untilMachineIsFree();
        const others = watchOthers();
        for (const share of shares) {
          const frames = await panning(page, share, (seconds * 1000) / shares.length);
          measured.get(share)!.push(...frames);
          say(`  round ${round}  ${percent(share)} of the points shown: ${framesInWords(frames)}`);
        }
        if (others() > otherCoresMax) disturbedRounds++;
      }
    }
    return {
      findings: [...measured].flatMap(([share, frames]) =>
        frameFindings(`panning 1,000,000 points, ${percent(share)} of them shown`, frames),
      ),
      disturbedRounds,
      details: Object.fromEntries([...measured].map(([share, frames]) => [percent(share), frames])),
    };
  },
};

/** Runs until the benchmark ends. */
function serveFolder(folder: string): string {
  const server = Bun.serve({
    hostname: "127.0.0.1",
    port: freePort(),
    fetch: (request) => {
      const { pathname } = new URL(request.url);
      return new Response(Bun.file(`${folder}${pathname === "/" ? "/index.html" : pathname}`));
    },
  });
  return server.url.href;
}

/** Pans over a share of the points and returns the milliseconds of each frame. */
async function panning(page: Page, share: number, durationMs: number): Promise<number[]> {
  return (await page.evaluate(`framesOfPanning(${share}, ${durationMs})`)) as number[];
}

function percent(share: number): string {
  return `${share * 100}%`;
}
