import { beforeAll, expect, test } from "bun:test";
import type { Page } from "playwright-core";
import { waitUntil } from "../harness/wait-until.ts";
import { describeWithOwner } from "./harness/describe-with-owner.ts";
import { setUpTimeoutMs } from "./harness/served-dashboard.ts";
import { sendReadings } from "./world/world-traffic.ts";

await describeWithOwner("the device list", (at) => {
  const probes: Parameters<typeof sendReadings>[1][] = [];
  beforeAll(async () => {
    for (const name of ["North", "South"]) await at.owner.do("POST", "./device-groups", { name });
    for (let n = 1; n <= 5; n++)
      probes.push(
        await at.owner.do("POST", "./devices", { name: `Probe ${n}`, group: n === 1 ? "North" : null }),
      );
  }, setUpTimeoutMs);

  test("removes a device from those never seen once it sends, and moves it up by last connection", async () => {
    const readings = { data: [{ sensor_slug: "t", value: 1 }] };
    const names = (page: Page) => page.getByRole("link", { name: /^Probe/ }).allTextContents();
    for (const probe of probes) await at.owner.do("POST", `./devices/${probe.uuid}/sensors`, { slug: "t" });
    await at.visit(async (page) => {
      await page.goto("/devices?status=never_seen");
      await page.getByRole("button", { name: "Never connected 5" }).waitFor();
      await sendReadings(at.served.url, probes[1]!, "/readings", readings);
      await page.getByRole("link", { name: "Probe 2" }).waitFor({ state: "detached" });
      await page.getByRole("button", { name: "Never connected 4" }).waitFor();
      await page.getByRole("link", { name: "Probe 4" }).hover();
      await sendReadings(at.served.url, probes[0]!, "/readings", readings);
      const moved = page.getByRole("button", { name: "1 changed device" });
      await moved.waitFor();
      expect(await names(page)).toEqual(["Probe 1", "Probe 3", "Probe 4", "Probe 5"]);
      await moved.click();
      await page.getByRole("link", { name: "Probe 1" }).waitFor({ state: "detached" });
      await page.getByRole("link", { name: "Probe 4" }).hover();
      await sendReadings(at.served.url, probes[2]!, "/readings", readings);
      await moved.waitFor();
      await page.mouse.move(0, 0);
      await page.getByRole("link", { name: "Probe 3" }).waitFor({ state: "detached" });
      await moved.waitFor({ state: "detached" });

      await page.goto("/devices?sort=last_connected&order=desc");
      await page.getByRole("link", { name: "Probe 1" }).waitFor();
      expect((await names(page)).slice(0, 3)).toEqual(["Probe 3", "Probe 1", "Probe 2"]);
      await sendReadings(at.served.url, probes[1]!, "/readings", readings);
      await waitUntil("it comes up", async () => (await names(page))[0] === "Probe 2");
    });
  });
});
