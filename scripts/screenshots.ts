/**
 * `npm run screenshots`: takes a screenshot of every page of the dashboard, light and dark, on a desktop and on a
 * phone, from a seeded installation, into screenshots/. It also covers dialogs and panels, and the pages of a new
 * installation. Words in the arguments choose by name: `npm run screenshots -- home device`.
 * `npm run screenshots -- --docs` takes the pictures of the documentation instead, into docs/images/.
 */
import { mkdirSync, rmSync } from "node:fs";
import { join } from "node:path";
import type { Page } from "playwright-core";
import { whyNoBrowser } from "../tests/browser/harness/chromium.ts";
import { everyMoment, type Moment, openMoment } from "../tests/browser/harness/every-moment.ts";
import { everyPage, open, type Place } from "../tests/browser/harness/every-page.ts";
import { firstMoments } from "../tests/browser/harness/first-moments.ts";
import { furtherDialogs } from "../tests/browser/harness/further-dialogs.ts";
import { untilQuiet } from "../tests/browser/harness/pending-requests.ts";
import { type ServedWorld, serveWorld } from "../tests/browser/harness/served-dashboard.ts";
import { desktop, phone, type VisitOptions, visit } from "../tests/browser/harness/visit.ts";
import { people } from "../tests/browser/world/world-people.ts";
import { WeirInstallation } from "../tests/harness/weir-installation.ts";
import { takeDocsPictures } from "./docs-pictures.ts";

const folder = join(import.meta.dir, "..", "screenshots");
const viewports = { desktop, phone };
const colourSchemes = ["light", "dark"] as const;

const problem = await whyNoBrowser();
if (problem !== null) {
  console.error(problem);
  process.exit(1);
}
const chosen = process.argv.slice(2);
if (chosen.includes("--docs")) {
  await using served = await serveWorld();
  await takeDocsPictures(served);
  process.exit(0);
}
if (chosen.length === 0) rmSync(folder, { recursive: true, force: true });
mkdirSync(folder, { recursive: true });
let troubles = 0;
{
  await using served = await serveWorld();
  const places = everyPage(served.world).filter(isChosen);
  for (const [size, viewport] of Object.entries(viewports))
    for (const isOutside of [false, true]) {
      const visited = places.filter((place) => (place.isOutside ?? false) === isOutside);
      if (visited.length > 0) await takeAll(served, visited, size, viewport);
    }
  await using fresh = new WeirInstallation();
  await fresh.start();
  const { browser, url, world } = served;
  const moments = [...everyMoment(world), ...furtherDialogs(world)];
  await takeMoments({ browser, url, person: people.owner, account: world.account }, moments);
  await takeMoments({ browser, url: fresh.url }, await firstMoments(fresh));
}
process.exit(troubles > 0 ? 1 : 0);

async function takeAll(
  { browser, url, world }: ServedWorld,
  places: readonly Place[],
  size: string,
  viewport: typeof desktop,
): Promise<void> {
  const inside = places[0]!.isOutside ? {} : { person: people.owner, account: world.account };
  await visit({ browser, url, viewport, ...inside }, async (page) => {
    for (const place of places) await takePlace(page, place, size);
  }).catch((error: unknown) => {
    troubles++;
    console.error(String(error));
  });
}

function isChosen({ name }: Place): boolean {
  return chosen.length === 0 || chosen.some((word) => name.includes(word));
}

async function takePlace(page: Page, place: Place, size: string): Promise<void> {
  await open(page, place).catch((error: unknown) => complain(place, error));
  await takeShown(page, place, size);
}

/**
 * Opens each moment in a large window, which is then made as narrow as a phone. All of them are opened, because one may
 * continue from another.
 */
async function takeMoments(options: VisitOptions, moments: readonly Moment[]): Promise<void> {
  if (!moments.some(isChosen)) return;
  await visit(options, async (page) => {
    for (const moment of moments) {
      await openMoment(page, moment).catch((error: unknown) => complain(moment, error));
      if (!isChosen(moment)) continue;
      for (const [size, viewport] of Object.entries(viewports)) {
        await page.setViewportSize(viewport);
        await untilQuiet(page);
        await takeShown(page, moment, size);
      }
      await page.setViewportSize(desktop);
    }
  }).catch((error: unknown) => {
    troubles++;
    console.error(String(error));
  });
}

function complain({ name }: Place, error: unknown): void {
  troubles++;
  console.error(`${name}: ${String(error)}`);
}

async function takeShown(page: Page, { name: placeName }: Place, size: string): Promise<void> {
  for (const colorScheme of colourSchemes) {
    await page.emulateMedia({ colorScheme });
    const name = `${placeName}-${size}-${colorScheme}.png`;
    await page.screenshot({ path: join(folder, name), animations: "disabled" });
    console.log(`screenshots/${name}`);
  }
  await page.emulateMedia({ colorScheme: "light" });
}
