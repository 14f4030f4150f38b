import { describe, expect, test } from "bun:test";
import { waitUntil } from "../../harness/wait-until.ts";
import { describeWithServer } from "../harness/describe-with-owner.ts";
import { untilLoaded } from "../harness/every-page.ts";
import { boxesOf, selectEach, tabsOf } from "../harness/still-tabs.ts";
import { phone, visit } from "../harness/visit.ts";

await describeWithServer("the shell", (at) => {
  describe("tabs do not move when one is selected", () => {
    test("of alarms and activity", async () => {
      await at.visit(async (page) => {
        for (const path of ["/alarms", "/activity"]) {
          await page.goto(path);
          await tabsOf(page).first().waitFor();
          await untilLoaded(page);
          await selectEach(page, tabsOf(page));
        }
      });
    });

    test("of a time range", async () => {
      await at.visit(async (page) => {
        const { uuid } = await at.createDevice(["temperature"]);
        await page.goto(`/devices/${uuid}/charts`);
        const ranges = page.getByRole("group", { name: "Range" }).getByRole("button");
        await ranges.first().waitFor();
        await selectEach(page, ranges);
      });
    });

    test("on a phone, where visible tabs do not move when one is pressed", async () => {
      const { uuid } = await at.createDevice(["temperature"]);
      await at.visit(
        async (page) => {
          await page.goto(`/devices/${uuid}`);
          const inSight = ["Overview", "Latest values", "Charts"].map((name) =>
            tabsOf(page).filter({ hasText: name }),
          );
          await inSight[0]!.waitFor();
          // The tabs are drawn anew once the device is known.
          await page.getByRole("heading", { level: 1, name: "Test device" }).waitFor();
          const before = await boxesOf(tabsOf(page));
          for (const tab of inSight) {
            await tab.tap();
            await waitUntil("it is on", async () => (await tab.getAttribute("aria-current")) === "page");
            expect(await boxesOf(tabsOf(page))).toEqual(before);
          }
          await page.goto(`/devices/${uuid}/settings`);
          const last = tabsOf(page).filter({ hasText: "Settings" });
          await waitUntil("the one that is on is in sight", async () => {
            const box = await last.boundingBox();
            return box !== null && box.x >= 0 && box.x + box.width <= phone.width;
          });
        },
        { viewport: phone },
      );
    });
  });

  test("keeps what is typed before the palette has opened", async () => {
    await at.visit(async (page) => {
      const { promise: isTyped, resolve: goOn } = Promise.withResolvers<void>();
      await page.route("**/command-palette*", async (route) => {
        await isTyped;
        await route.continue();
      });
      await page.goto("/alarms");
      await page.getByText("No active alarms").waitFor();
      await page.keyboard.press("Control+k");
      await page.keyboard.type("dead");
      goOn();
      await page.getByRole("option", { name: "Dead letters" }).waitFor();
      expect(await page.getByRole("combobox").inputValue()).toBe("dead");
      await page.keyboard.press("Control+k");
      await page.keyboard.type(" l");
      expect(await page.getByRole("combobox").inputValue()).toBe("dead l");
      await page.keyboard.press("Enter");
      await page.getByRole("heading", { name: "Dead letters" }).waitFor();
    });
  });

  test("handles Enter pressed before the palette or its results have loaded", async () => {
    await at.owner.do("POST", "./devices", { name: "Crate 3777", sensors: [{ slug: "temperature" }] });
    await at.visit(async (page) => {
      const untilTyped = async (address: RegExp) => {
        const { promise, resolve } = Promise.withResolvers<void>();
        await page.route(address, async (route) => {
          await promise;
          await route.continue();
        });
        return resolve;
      };
      await page.goto("/alarms");
      await page.getByText("No active alarms").waitFor();
      const showPalette = await untilTyped(/command-palette/);
      await page.keyboard.press("Control+k");
      await page.keyboard.type("outb");
      await page.keyboard.press("Enter");
      showPalette();
      await page.getByRole("heading", { level: 1, name: "Outbox" }).waitFor();
      const answer = await untilTyped(/search=Crate/);
      await page.keyboard.press("Control+k");
      const field = page.getByRole("combobox", { name: "Go to" });
      await field.fill("Crate 3777");
      await page.getByText("Searching…").waitFor();
      await page.keyboard.press("Enter");
      answer();
      await page.getByRole("heading", { level: 1, name: "Crate 3777" }).waitFor();
    });
  });

  test("leaves the focus nowhere after a palette that was opened from nowhere", async () => {
    await at.visit(async (page) => {
      await page.goto("/alarms");
      await page.getByText("No active alarms").waitFor();
      await page.keyboard.press("Control+k");
      const palette = page.getByRole("dialog", { name: "Go to" });
      await palette.waitFor();
      await page.keyboard.press("Escape");
      await palette.waitFor({ state: "detached" });
      expect(await page.locator(":focus").count()).toBe(0);
    });
  });

  test("finds typed text in the palette on a phone, says when nothing matches, and remembers recent pages", async () => {
    await at.owner.do("POST", "./devices", { name: "Boiler", sensors: [{ slug: "temperature" }] });
    await visit({ ...at.served, person: at.person, viewport: phone }, async (page) => {
      await page.goto("/");
      const open = page.getByRole("button", { name: "Go to…" });
      const palette = page.getByRole("dialog", { name: "Go to" });
      await open.tap();
      await palette.getByRole("combobox").fill("no such thing");
      await palette.getByText("No results for “no such thing”.").waitFor();
      await palette.getByRole("combobox").fill("boil");
      await palette.getByRole("option", { name: "Boiler", exact: true }).tap();
      await page.getByRole("heading", { level: 1, name: "Boiler" }).waitFor();
      await open.tap();
      await palette.getByRole("combobox").fill("audit");
      await palette.getByRole("option", { name: "Audit log" }).tap();
      await page.getByRole("heading", { level: 1, name: "Audit log" }).waitFor();
      await open.tap();
      await palette.getByRole("option").first().waitFor();
      const [first, second] = await palette.getByRole("option").allTextContents();
      expect([first, second]).toEqual(["Audit log", "Boiler"]);
      await palette.getByRole("combobox").fill("dark");
      await palette.getByRole("option", { name: "Switch to dark theme" }).tap();
      await page.locator("html[data-theme=dark]").waitFor();
    });
  });
});
