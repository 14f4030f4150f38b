import { afterAll, beforeAll, expect, test } from "bun:test";
import type { Page } from "playwright-core";

import { describeWithServer } from "../harness/describe-with-owner.ts";
import { setUpTimeoutMs } from "../harness/served-dashboard.ts";
import { phone, visit } from "../harness/visit.ts";
import type { OwnedDevice } from "../world/owned-account.ts";
import { sendReadings } from "../world/world-traffic.ts";

/** The squares of a map that browsers have asked for. */
const squares = new Set<string>();
const picture = `<svg xmlns="http://www.w3.org/2000/svg" width="256" height="256"><rect width="256" height="256" fill="#dde"/></svg>`;

/** A site of its own that shows a page in a frame: `/?` and the address of the page. */
const framing = Bun.serve({
  hostname: "127.0.0.1",
  port: 0,
  fetch: ({ url }) => {
    const { pathname, search } = new URL(url);
    if (pathname.startsWith("/tiles/")) {
      squares.add(pathname);
      return new Response(picture, { headers: { "Content-Type": "image/svg+xml" } });
    }
    const address = decodeURIComponent(search.slice(1));
    return new Response(`<!doctype html><iframe width="900" height="600" src="${address}">`, {
      headers: { "Content-Type": "text/html" },
    });
  },
});
const settings = {
  WEIR_SHARE_FRAME_HOSTS: `127.0.0.1:${framing.port}`,
  WEIR_MAP_TILES: `http://127.0.0.1:${framing.port}/tiles/{z}/{x}/{y}.svg`,
  WEIR_MAP_ATTRIBUTION: "© Test maps",
};

await describeWithServer(
  "shared boards",
  (at) => {
    let device: OwnedDevice;
    let board: { uuid: string };
    beforeAll(async () => {
      device = await at.createDevice(["temperature"]);
      await at.owner.do("PATCH", `./devices/${device.uuid}`, { name: "North" });
      await send(20, 21.5);
      const source = { device: null, sensor: "temperature" };
      board = await at.owner.do("POST", "./boards", {
        name: "Hall",
        definition: {
          variable: { kind: "device", default: device.uuid },
          tiles: [
            tile("value", { source }, "Now", 0),
            tile("gauge", { source, min: 0, max: 40 }, "Scale", 1),
            tile("chart", { sources: [source] }, "Day", 2),
            tile("table", { devices: { kind: "variable" }, sensors: ["temperature"] }, "Rooms", 3),
            tile("group_status", { devices: { kind: "all" } }, "Fleet", 4),
            tile("alarms", { severities: ["critical"] }, "Alarms", 5),
            tile("map", { devices: { kind: "all" } }, "Site", 6),
            tile("text", { text: "Call Ada" }, "Help", 7),
          ],
        },
      });
    }, setUpTimeoutMs);
    afterAll(() => framing.stop(true));

    async function send(...values: readonly number[]): Promise<void> {
      for (const value of values)
        await sendReadings(at.served.url, device, "/sensors/temperature/readings", { data: { value } });
      await at.untilSettled();
    }

    /** Visits as somebody without an account. */
    const asStranger: typeof at.visit = (act, options = {}) =>
      visit({ browser: at.served.browser, url: at.served.url, ...options }, act);
    const share = async (embedding = false): Promise<string> => {
      const wanted = { expires_in_days: 1, picked: device.uuid, embedding };
      return (await at.owner.do("POST", `./boards/${board.uuid}/share-links`, wanted)).token;
    };

    test("have one column on a phone", async () => {
      const token = await share();
      await asStranger(
        async (page) => {
          await page.goto(`/shared#${token}`);
          await article(page, "Now").getByText("2").first().waitFor();
          const tiles = await page.getByRole("article").all();
          const lefts = await Promise.all(tiles.map(async (tile) => (await tile.boundingBox())!.x));
          expect(new Set(lefts).size).toBe(1);
        },
        { viewport: phone },
      );
    });
  },
  settings,
);

function tile(kind: string, settings: object, title: string, nth: number) {
  const place = { x: (nth % 3) * 4, y: Math.floor(nth / 3) * 3, width: 4, height: 3 };
  return { id: `t${nth}`, kind, title, place, settings };
}

function article(page: Page, title: string) {
  return page.getByRole("article", { name: title, exact: true });
}
