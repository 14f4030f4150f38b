/**
 * `npm run screenshots`: every page of the dashboard, light and dark, on a desktop and on a phone, from a seeded installation,
 * into screenshots/. Words in the arguments choose pages: `npm run screenshots -- home device`.
 */
import { mkdirSync, rmSync } from "node:fs";
import { join } from "node:path";
import type { Page } from "playwright-core";
import { whyNoBrowser } from "../tests/browser/harness/chromium.ts";
import { everyPage, open, type Place } from "../tests/browser/harness/every-page.ts";
import { type ServedWorld, serveWorld } from "../tests/browser/harness/served-dashboard.ts";
import { desktop, phone, visit } from "../tests/browser/harness/visit.ts";
import { people } from "../tests/browser/world/world-people.ts";

const folder = join(import.meta.dir, "..", "screenshots");
const viewports = { desktop, phone };
const colourSchemes = ["light", "dark"] as const;

const problem = await whyNoBrowser();
if (problem !== null) {
  console.error(problem);
  process.exit(1);
}
const chosen = process.argv.slice(2);
if (chosen.length === 0) rmSync(folder, { recursive: true, force: true });
mkdirSync(folder, { recursive: true });
let troubles = 0;
{
  await using served = await serveWorld();
  const places = everyPage(served.world).filter(
    ({ name }) => chosen.length === 0 || chosen.some((word) => name.includes(word)),
  );
  for (const [size, viewport] of Object.entries(viewports))
    for (const isOutside of [false, true]) {
      const visited = places.filter((place) => (place.isOutside ?? false) === isOutside);
      if (visited.length > 0) await takeAll(served, visited, size, viewport);
    }
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

async function takePlace(page: Page, place: Place, size: string): Promise<void> {
  await open(page, place).catch((error: unknown) => {
    troubles++;
    console.error(`${place.name}: ${String(error)}`);
  });
  for (const colorScheme of colourSchemes) {
    await page.emulateMedia({ colorScheme });
    const name = `${place.name}-${size}-${colorScheme}.png`;
    await page.screenshot({ path: join(folder, name), animations: "disabled" });
    console.log(`screenshots/${name}`);
  }
  await page.emulateMedia({ colorScheme: "light" });
}
