import { beforeAll, expect, test } from "bun:test";
import type { ChainDefinition } from "@weir/rule-engine/chain";
import type { Page } from "playwright-core";
import { waitUntil } from "../harness/wait-until.ts";
import { describeWithOwner } from "./harness/describe-with-owner.ts";
import { untilShown } from "./harness/every-page.ts";
import { noteShifts, seenShifts } from "./harness/layout-shift.ts";
import { setUpTimeoutMs } from "./harness/served-dashboard.ts";
import { untilOnline } from "./harness/until-online.ts";
import { sendReadings } from "./world/world-traffic.ts";

const node = { version: 1, name: "", position: { x: 0, y: 0 } };
const above = (value: number) => ({ ...node, type: "compare", config: { operator: ">", value } });
const raise = (name: string, severity: string) => ({
  ...node,
  type: "raise-alarm",
  config: { name, severity, message: "{{value}} °C" },
});

/** Raises a warning above 50 and a critical alarm above 100. */
const watchful: ChainDefinition = {
  nodes: [
    { ...node, id: "input", type: "input", config: {} },
    { ...above(50), id: "above-50" },
    { ...raise("too hot", "warning"), id: "warn" },
    { ...above(100), id: "above-100" },
    { ...raise("on fire", "critical"), id: "shout" },
    { ...node, id: "save", type: "save", config: {} },
  ],
  wires: [
    { from: "input", output: "out", to: "above-50" },
    { from: "above-50", output: "true", to: "warn" },
    { from: "input", output: "out", to: "above-100" },
    { from: "above-100", output: "true", to: "shout" },
    { from: "input", output: "out", to: "save" },
  ],
};

await describeWithOwner("what needs attention", (at) => {
  beforeAll(() => at.publishDefaultChain(watchful), setUpTimeoutMs);

  async function addHotDevice(): Promise<(value: number) => Promise<unknown>> {
    const device = await at.createDevice(["temperature"]);
    const send = (value: number) =>
      sendReadings(at.served.url, device, "/sensors/temperature/readings", { data: { value } });
    await send(60);
    return send;
  }

  test.each([
    { width: 820, height: 1180 },
    { width: 1440, height: 900 },
  ])(
    "does not move while loading, under the pointer or beside it when more appears (%o)",
    async (viewport) => {
      const send = await addHotDevice();
      await at.untilSettled();
      await untilOnline(at.owner);
      await at.visit(
        async (page) => {
          await noteShifts(page);
          await page.goto("/");
          await untilShown(page);
          expect(await seenShifts(page)).toEqual([]);
          const board = await boardPlace(page);

          await page.getByRole("link", { name: /^too hot on/ }).hover();
          const asked = page.waitForResponse(/alarms\?.*severity=critical/);
          await send(120);
          await asked;
          await page.getByRole("link", { name: /1 critical/ }).waitFor();
          await untilShown(page);
          expect(await page.getByRole("link", { name: /^on fire on/ }).count()).toBe(0);
          expect(await seenShifts(page)).toEqual([]);

          await page.mouse.move(1, 1);
          await page.getByRole("link", { name: /^on fire on/ }).waitFor();
          expect(await boardPlace(page)).toEqual(board);
          await clearAlarms();
        },
        { viewport },
      );
    },
  );

  test("shows new rows even under a resting pointer", async () => {
    const send = await addHotDevice();
    await at.visit(async (page) => {
      await page.clock.install();
      await page.goto("/");
      await page.getByRole("link", { name: /^too hot on/ }).hover();
      await send(120);
      await page.getByRole("link", { name: /1 critical/ }).waitFor();
      const onFire = page.getByRole("link", { name: /^on fire on/ });
      await waitUntil("it is shown after a while", async () => {
        await page.clock.fastForward(31_000);
        return (await onFire.count()) > 0;
      });
    });
    await clearAlarms();
  });

  async function clearAlarms(): Promise<void> {
    const { items } = await at.owner.do("GET", "./alarms?state=active");
    for (const { id } of items) await at.owner.do("POST", `./alarms/${id}/clear`);
  }
});

function boardPlace(page: Page) {
  return page.getByRole("article", { name: "Devices" }).boundingBox();
}
