import { beforeAll, expect, test } from "bun:test";
import type { Locator, Page } from "playwright-core";
import { waitUntil } from "../../harness/wait-until.ts";
import { describeOnSharpScreen } from "../harness/describe-with-owner.ts";
import { figuresOf, shownSpan } from "../harness/on-charts.ts";
import { setUpTimeoutMs } from "../harness/served-dashboard.ts";
import { phone, visit } from "../harness/visit.ts";
import { addDeviceOfFiftyMinutes, minuteMs } from "../world/charted-devices.ts";
import type { OwnedDevice } from "../world/owned-account.ts";

await describeOnSharpScreen("charts", (at) => {
  let device: OwnedDevice;
  beforeAll(async () => {
    device = await addDeviceOfFiftyMinutes(at);
  }, setUpTimeoutMs);

  test("pan with one finger, zoom with two and show values on a tap on a phone, and the page still scrolls", async () => {
    await visit({ ...at.served, viewport: phone, person: at.person }, async (page) => {
      await page.goto(`/devices/${device.uuid}/charts?range=1h`);
      await figuresOf(page).getByText("20").filter({ visible: true }).first().waitFor();
      // A low window, so that there is something to scroll.
      await page.setViewportSize({ ...phone, height: 600 });
      await page.evaluate("document.querySelector('.u-over').scrollIntoView({ block: 'center' })");
      const touch = await fingersOn(page, page.locator(".u-over"));

      await touch([[0.5, 0.5]], [[0.5, 0.5]]);
      await figuresOf(page).getByText("At cursor").waitFor();
      expect(page.url()).not.toContain("from=");
      await page.getByRole("heading", { level: 1 }).tap();
      await figuresOf(page).getByText("At cursor").waitFor({ state: "detached" });
      await page.evaluate("document.querySelector('.u-over').scrollIntoView({ block: 'center' })");

      const scrolledBefore = Number(await page.evaluate(scrolledPx));
      await touch([[0.5, 0.4]], [[0.5, 0.7]]);
      await waitUntil(
        "the page has scrolled",
        async () => (await page.evaluate(scrolledPx)) !== scrolledBefore,
      );
      expect(page.url()).not.toContain("from=");
      await page.evaluate("document.querySelector('.u-over').scrollIntoView({ block: 'center' })");

      await touch([[0.3, 0.5]], [[0.7, 0.5]]);
      await page.waitForURL(/from=/);
      // The link may follow while the finger moves.
      await waitUntil("the chart is panned", () => Date.now() - shownSpan(page).toMs > 15 * minuteMs);
      expect(shownSpan(page).lengthMs).toBe(60 * minuteMs);

      const [left, right] = [[0.45, 0.5] as const, [0.55, 0.5] as const];
      await touch(
        [left, right],
        [
          [0.2, 0.5],
          [0.8, 0.5],
        ],
      );
      await waitUntil("the chart is zoomed in", () => shownSpan(page).lengthMs < 15 * minuteMs);
    });
  });
});

/** Runs in the page. Returns how far its scrolling elements have been scrolled. */
const scrolledPx = `Math.max(...["html", "body", "main"].map((name) => document.querySelector(name).scrollTop))`;

/** A place on an element, as shares of its width and height. */
type Share = readonly [x: number, y: number];

/** Puts fingers down, moves them in small steps as people do, and lifts them. */
async function fingersOn(page: Page, element: Locator) {
  const session = await page.context().newCDPSession(page);
  return async (from: readonly Share[], to: readonly Share[]): Promise<void> => {
    const box = (await element.boundingBox())!;
    const at = (progress: number) =>
      from.map(([x, y], nth) => ({
        id: nth,
        x: box.x + box.width * (x + (to[nth]![0] - x) * progress),
        y: box.y + box.height * (y + (to[nth]![1] - y) * progress),
      }));
    await session.send("Input.dispatchTouchEvent", { type: "touchStart", touchPoints: at(0) });
    const isTap = JSON.stringify(from) === JSON.stringify(to);
    for (let step = 1; step <= 10 && !isTap; step++)
      await session.send("Input.dispatchTouchEvent", { type: "touchMove", touchPoints: at(step / 10) });
    await session.send("Input.dispatchTouchEvent", { type: "touchEnd", touchPoints: [] });
  };
}
