import { expect, test } from "bun:test";
import { managePath } from "@weir/protocol/manage/route";
import type { Locator, Page } from "playwright-core";
import { describeWithOwner } from "../harness/describe-with-owner.ts";
import { desktop, phone } from "../harness/visit.ts";
import { sendReadings } from "../world/world-traffic.ts";

await describeWithOwner("the page of a device", (at) => {
  const createDevice = (name: string, sensors: readonly object[] = [{ slug: "a", name: "A" }]) =>
    at.owner.do("POST", "./devices", { name, sensors });
  const tabs = (page: Page) => page.getByRole("navigation", { name: "Tabs" });

  test("keeps the height of its header when the device goes offline and gets an alarm", async () => {
    const { uuid } = await at.owner.do("POST", "./devices", {
      name: "Greenhouse beside the river",
      tags: ["irrigated", "tomatoes", "north", "rented"],
      expected_interval_s: 600,
      sensors: [{ slug: "a", name: "A" }],
    });
    await at.visit(async (page) => {
      let isAway = false;
      await page.route(`**${managePath}/**/devices/${uuid}`, async (route) => {
        const answer = await route.fetch();
        const state = isAway ? { status: "offline" } : { status: "online" };
        const json = {
          ...((await answer.json()) as object),
          ...state,
          last_connected: "2026-01-02T03:04:05.000000Z",
        };
        await route.fulfill({ response: answer, json });
      });
      await page.route("**/alarms/by-device?*", (route) => {
        const alarms = { device: uuid, active: 1, unacknowledged: 1, severity: "critical" };
        return route.fulfill({ json: { items: isAway ? [alarms] : [], next: null } });
      });
      const widths = [phone.width, 768, 900, 1024, desktop.width];
      // Loading the page once for every width would take most of the time.
      const topsOfTabs = async (away: boolean) => {
        isAway = away;
        await page.goto(`/devices/${uuid}`);
        const header = page.locator("header").filter({ has: page.getByRole("heading", { level: 1 }) });
        const tops: Record<number, number> = {};
        for (const width of widths) {
          await page.setViewportSize({ ...desktop, width });
          await header.getByText(/^(Offline · )?Last connected/).waitFor();
          if (away) await header.getByRole("link", { name: "1 alarm" }).waitFor();
          await tabs(page).getByText("Overview").waitFor();
          await page.evaluate(untilDrawn);
          expect([width, away, await page.evaluate(cutTags)]).toEqual([width, away, []]);
          tops[width] = (await tabs(page).boundingBox())!.y;
        }
        return tops;
      };
      expect(await topsOfTabs(true)).toEqual(await topsOfTabs(false));
    });
  });

  test("shows sensors with long names and units completely, even on a phone", async () => {
    const name = "Bodenfeuchtigkeitssensor_Gewaechshaus_3_Nordost";
    const device = await createDevice("Long", [
      { slug: "a", name, unit: "0123456789abcdef0123456789abcdef" },
      { slug: "b", name: "x".repeat(200), unit: "°C" },
    ]);
    for (const sensor_slug of ["a", "b"])
      await sendReadings(at.served.url, device, "/readings", { data: [{ sensor_slug, value: 1234.5 }] });
    for (const viewport of [phone, desktop]) {
      await at.visit(
        async (page) => {
          await page.goto(`/devices/${device.uuid}`);
          const card = page.getByRole("article").first();
          await card.getByText("1234.5").waitFor();
          expect(await isWithin(card.getByTitle(/1234.5/), card)).toBe(true);
          await tabs(page).getByRole("link", { name: "Latest values" }).click();
          const rows = page.getByRole("table", { name: "Latest values" }).getByRole("row");
          for (const row of [rows.nth(1), rows.nth(2)])
            expect(await isWithin(row.getByRole("time"), page.locator("main"))).toBe(true);
          await tabs(page).getByRole("link", { name: "Sensors" }).click();
          const menu = viewport === phone ? `Actions for ${name}` : `Remove… ${name}`;
          const action = page.getByRole("button", { name: menu });
          await action.waitFor();
          expect(await isWithin(action, page.locator("main"))).toBe(true);
        },
        { viewport },
      );
    }
  });
});

/** Runs in the page. Resolves once what a change of the window caused has been drawn. */
const untilDrawn =
  "new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(() => resolve(null))))";

/** Runs in the page. Returns the tags of which a part is shown. */
const cutTags = `[...document.querySelectorAll("header [aria-label=Tags] li")].flatMap((tag) => {
  const [own, line] = [tag, tag.parentElement].map((element) => element.getBoundingClientRect());
  const isWhole = own.right <= line.right + 1 && own.bottom <= line.bottom + 1;
  return isWhole || own.top >= line.bottom ? [] : [tag.textContent];
})`;

async function isWithin(inner: Locator, outer: Locator): Promise<boolean> {
  await inner.waitFor();
  const [box, frame] = [(await inner.boundingBox())!, (await outer.boundingBox())!];
  return box.x >= frame.x && box.x + box.width <= frame.x + frame.width + 1;
}
