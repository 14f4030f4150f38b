import { beforeAll, expect, test } from "bun:test";
import { describeOnSharpScreen } from "./harness/describe-with-owner.ts";
import { openCharts } from "./harness/on-charts.ts";
import { setUpTimeoutMs } from "./harness/served-dashboard.ts";
import { addDeviceOfManyKinds, minuteMs } from "./world/charted-devices.ts";
import type { OwnedDevice } from "./world/owned-account.ts";

const startMs = Date.now();

await describeOnSharpScreen("values in charts", (at) => {
  let device: OwnedDevice;
  beforeAll(async () => {
    device = await addDeviceOfManyKinds(at, startMs);
  }, setUpTimeoutMs);

  test("are a strip with the names of the states if they are only 0 and 1, also beside curves", async () => {
    // The names of the states fit where a minute is wide enough.
    const [from, to] = [11, 6].map((minutes) => new Date(startMs - minutes * minuteMs).toISOString());
    const range = `from=${from}&to=${to}`;
    await at.visit(async (page) => {
      const row = await openCharts(page, device.uuid, `sensors=door&${range}`);
      await row.getByText("Closed", { exact: true }).waitFor();
      const drawn = (await page.evaluate("labels.splice(0)")) as string[];
      expect(drawn).toEqual(expect.arrayContaining(["door", "Closed"]));
      // Nothing is between open and closed.
      expect(drawn).not.toContain("0.5");
      await page.getByRole("group", { name: /^door from/i }).focus();
      for (const word of ["Closed", "Open", "Closed"]) {
        await page.keyboard.press("Shift+ArrowLeft");
        await page.getByRole("tooltip").getByText(word, { exact: true }).waitFor();
      }
    });
    await at.visit(async (page) => {
      await openCharts(page, device.uuid, `sensors=door,counter&${range}`);
      const drawn = (await page.evaluate("labels")) as string[];
      expect(drawn).toEqual(expect.arrayContaining(["door", "Closed"]));
      expect(drawn.some((text) => text.startsWith("1,234,5"))).toBe(true);
    });
  });

  test("are exported with their range, to files named after device, sensor and range", async () => {
    await at.owner.do("PATCH", `./devices/${device.uuid}`, { name: "Kühlhaus 1/2" });
    await at.visit(async (page) => {
      const from = new Date(startMs - 30 * minuteMs).toISOString();
      const to = new Date(startMs - 9.5 * minuteMs).toISOString();
      await page.goto(`/devices/${device.uuid}/charts?sensors=counter&from=${from}&to=${to}`);
      const dialog = page.getByRole("dialog", { name: "Export readings" });
      const exportAs = async (format: string) => {
        await page.getByRole("button", { name: "More chart tools" }).click();
        await page.getByRole("menuitem", { name: "Export…" }).click();
        await dialog.getByLabel("Format").selectOption(format);
        const told = await dialog.getByRole("definition").allInnerTexts();
        const begun = page.waitForEvent("download");
        await dialog.getByRole("button", { name: "Download" }).click();
        const file = await begun;
        await dialog.waitFor({ state: "detached" });
        const lines = (await Bun.file(await file.path()).text()).trim().split("\n");
        return { told, name: file.suggestedFilename(), lines };
      };
      await page.getByRole("row", { name: /1,234,567/ }).waitFor();
      const inName = (iso: string) =>
        `${iso.slice(0, 13)}${iso.slice(14, 16)}${iso.slice(17, 19)}Z`.replace("00Z", "Z");
      const range = `${inName(from)} to ${inName(to)}`;
      const whole = await exportAs("CSV, every reading");
      expect(whole.name).toBe(`Kühlhaus 1_2 counter ${range}.csv`);
      // The header, and the one reading from ten minutes ago.
      expect(whole.lines).toHaveLength(2);
      expect(whole.told).toEqual([
        expect.stringMatching(/\d{1,2}:\d\d:\d\d CES?T$/),
        expect.stringMatching(/\d{1,2}:\d\d:\d\d CES?T$/),
        expect.stringMatching(/^Europe\/Berlin \(GMT\+[12]\) here, UTC in the file$/),
        "1",
        whole.name,
      ]);
      const shown = await exportAs("CSV, points on the chart");
      expect(shown.name).toBe(`Kühlhaus 1_2 counter chart ${range}.csv`);
      expect(shown.lines).toHaveLength(2);
    });
  });
});
