/** The pictures of the documentation: which page each shows, and how they are taken. */
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { type PictureName, pictureNames } from "@weir/protocol/docs-page/site-map";
import { everyMoment, openMoment } from "../tests/browser/harness/every-moment.ts";
import { everyPage, open } from "../tests/browser/harness/every-page.ts";
import type { ServedWorld } from "../tests/browser/harness/served-dashboard.ts";
import { visit } from "../tests/browser/harness/visit.ts";
import { people } from "../tests/browser/world/world-people.ts";
import { palettePng } from "./palette-png.ts";

const folder = join(import.meta.dir, "../docs/images");
/** Narrow enough that words can be read when the picture is as wide as the text around it. */
const viewport = { width: 1024, height: 640 };

/** The page or the moment that a picture shows, by its name in the tests of all pages. */
const shown: Readonly<Record<PictureName, string>> = {
  home: "home",
  board: "board",
  tile: "board-chart",
  charts: "device-charts",
  alarm: "alarm",
  "alert-rules": "alert-rules",
  notifications: "notifications",
  import: "import-columns",
  devices: "devices",
  request: "request",
  "chain-editor": "chain-editor",
};

/** A table that a picture is about, below the part that the page shows first. */
const scrolledTo: Readonly<Partial<Record<PictureName, string>>> = { import: "First readings" };

/** Takes all pictures of the documentation. */
export async function takeDocsPictures({ browser, url, world }: ServedWorld): Promise<void> {
  const options = {
    browser,
    url,
    viewport,
    // Many screens have two pixels for each of CSS.
    pixelRatio: 2,
    person: people.owner,
    account: world.account,
  } as const;
  const pages = everyPage(world);
  const moments = everyMoment(world);
  for (const name of pictureNames) {
    await visit(options, async (page) => {
      const place = pages.find((each) => each.name === shown[name]);
      const moment = moments.find((each) => each.name === shown[name]);
      if (place !== undefined) await open(page, place);
      if (moment !== undefined) await openMoment(page, moment);
      const table = scrolledTo[name];
      if (table !== undefined) await page.getByRole("table", { name: table }).scrollIntoViewIfNeeded();
      const picture = palettePng(await page.screenshot({ animations: "disabled" }));
      writeFileSync(join(folder, `${name}.png`), picture);
      console.log(`docs/images/${name}.png, ${picture.length.toLocaleString("en-US")} bytes`);
    });
  }
}
