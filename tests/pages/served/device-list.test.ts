import { beforeAll, expect, test } from "bun:test";
import { sendReadings } from "../../browser/world/world-traffic.ts";
import { describeServedPages } from "../harness/describe-served-pages.ts";

describeServedPages("the device list", (at) => {
  const probes: Parameters<typeof sendReadings>[1][] = [];
  beforeAll(async () => {
    for (const name of ["North", "South"]) await at.owner.do("POST", "./device-groups", { name });
    for (let n = 1; n <= 5; n++)
      probes.push(
        await at.owner.do("POST", "./devices", { name: `Probe ${n}`, group: n === 1 ? "North" : null }),
      );
  });

  test("shows which devices are rejected, even while it is open, and links to the reasons", async () => {
    const unknown = { data: [{ sensor_slug: "humidity", value: 40 }] };
    await sendReadings(at.served.url, probes[2]!, "/readings", unknown);
    expect((await at.owner.do("GET", "./devices?troubled=true")).items).toHaveLength(1);
    await at.visit(async (page) => {
      await page.goto("/devices");
      const marks = page
        .getByRole("table", { name: "Devices" })
        .getByRole("link", { name: "Recently rejected" });
      await marks.waitFor();
      await sendReadings(at.served.url, probes[3]!, "/readings", unknown);
      await marks.nth(1).waitFor();
      await page.reload();
      await page.getByRole("button", { name: /^Recently rejected/ }).click();
      await page.getByRole("link", { name: "Probe 4" }).waitFor();
      expect(await page.getByRole("link", { name: /^Probe/ }).allTextContents()).toEqual([
        "Probe 3",
        "Probe 4",
      ]);
      await marks.first().click();
      await page.getByRole("heading", { name: "Probe 3", level: 1 }).waitFor();
      expect(new URL(page.url()).search).toBe("?only=troubled");
      await page.getByText("humidity").first().waitFor();
    });
  });
});
