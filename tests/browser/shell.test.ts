import { describe, expect, test } from "bun:test";
import { waitUntil } from "../harness/wait-until.ts";
import { describeWithServer } from "./harness/describe-with-owner.ts";
import { takeOut } from "./harness/page-faults.ts";
import { setHidden } from "./harness/set-hidden.ts";
import { boxesOf, selectEach, tabsOf } from "./harness/still-tabs.ts";
import { untilLive } from "./harness/until-live.ts";

await describeWithServer("the shell", (at) => {
  test("opens one stream per page, and closes it with the page", async () => {
    const listeners = async (): Promise<number> => (await at.owner.do("GET", "./system")).live_listeners;
    await at.visit(async (page) => {
      for (const path of ["/devices", "/alarms", "/activity", "/"]) {
        await page.goto(path);
        await untilLive(page);
      }
      await waitUntil("the pages before listen no more", async () => (await listeners()) === 1);
    });
    await waitUntil("nobody listens any more", async () => (await listeners()) === 0);
  });

  test("closes the stream of a hidden page, and refreshes when it is visible", async () => {
    const listeners = async (): Promise<number> => (await at.owner.do("GET", "./system")).live_listeners;
    await at.visit(async (page) => {
      await page.clock.install();
      await page.goto("/devices");
      await untilLive(page);
      await setHidden(page, true);
      await waitUntil("nobody listens", async () => {
        await page.clock.fastForward(10_000);
        return (await listeners()) === 0;
      });
      await at.owner.do("POST", "./devices", { name: "Made meanwhile", sensors: [{ slug: "temperature" }] });
      await setHidden(page, false);
      await page.getByRole("link", { name: "Made meanwhile" }).waitFor();
      await untilLive(page);
    });
  });

  describe("tabs do not move when one is selected", () => {
    test("of a device, even from a page that was scrolled down", async () => {
      const sensors = [{ slug: "temperature" }, { slug: "humidity" }];
      const { uuid } = await at.owner.do("POST", "./devices", { name: "Of many tabs", sensors });
      await at.visit(
        async (page) => {
          await page.goto(`/devices/${uuid}`);
          await tabsOf(page).first().waitFor();
          await selectEach(page, tabsOf(page));
          const at = await boxesOf(tabsOf(page));
          await page.evaluate("document.querySelector('main').scrollTop = 1000");
          expect(await boxesOf(tabsOf(page))).toEqual(at);
          await tabsOf(page).getByText("Latest values").click();
          await page.getByRole("table", { name: "Latest values" }).waitFor();
          expect(await boxesOf(tabsOf(page))).toEqual(at);
          const scrolled = () => page.evaluate("document.querySelector('main').scrollTop");
          await waitUntil("the new page begins at its top", async () => (await scrolled()) === 0);
          const gutter = await page.evaluate(
            "getComputedStyle(document.querySelector('main')).scrollbarGutter",
          );
          expect(gutter).toBe("stable");
        },
        { viewport: { width: 1280, height: 500 } },
      );
    });
  });

  test("keeps the input of a form while a signed-out person signs in again", async () => {
    const refused = "/api/manage/v1/accounts";
    await at.visit(async (page, faults) => {
      await page.goto("/devices/new");
      await page.getByLabel("Name", { exact: true }).fill("Half typed");
      await page.getByLabel("Name of sensor 1").fill("Temperature");
      await page.context().clearCookies();
      await page.getByRole("button", { name: "Create device" }).click();
      const again = page.getByRole("dialog", { name: "Sign in" });
      await again.getByText("You were signed out").waitFor();
      await page.keyboard.press("Escape");
      expect(await again.getByLabel("Email").inputValue()).toBe(at.person.email);
      await page.keyboard.type(at.person.password);
      await page.keyboard.press("Enter");
      await again.waitFor({ state: "detached" });
      await page.getByText("You were signed out before this was done. Try again.").waitFor();
      expect(await page.getByLabel("Name", { exact: true }).inputValue()).toBe("Half typed");
      await untilLive(page);
      takeOut(faults, (fault) => fault.includes(refused) && fault.endsWith(" 401"));
    });
  });

  test("reports that the server is unreachable, and refreshes when it is back", async () => {
    await at.visit(async (page, faults) => {
      await page.goto("/devices");
      await untilLive(page);
      await at.served.server.stop();
      await page.getByText("Can’t reach the server.").waitFor();
      await page.getByText("Not live", { exact: true }).first().waitFor();
      await at.served.weir.createDevice(["temperature"]);
      await at.served.weir.start();
      await page.getByRole("link", { name: "Test device" }).waitFor();
      await untilLive(page);
      await page.getByText("Can’t reach the server.").waitFor({ state: "detached" });
      takeOut(faults, (fault) => fault.includes(" failed: net::ERR_"));
    });
  });
});
