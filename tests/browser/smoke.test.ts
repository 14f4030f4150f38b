import { afterAll, beforeAll, expect, setDefaultTimeout, test } from "bun:test";
import type { Browser, Page } from "playwright-core";
import { buildDashboard } from "../../scripts/build-dashboard.ts";
import { describeUnless } from "../harness/describe-unless.ts";
import { type InstalledWeir, installWeir } from "../harness/install-weir.ts";
import { testBrowser, whyNoBrowser } from "./harness/chromium.ts";
import { printedSetUpLink } from "./harness/first-moments.ts";
import { type Bench, createDevice, makeOwner } from "./harness/first-steps.ts";
import { setUpTimeoutMs } from "./harness/served-dashboard.ts";
import { untilLive } from "./harness/until-live.ts";
import { visit } from "./harness/visit.ts";
import { solePerson } from "./world/account-on-server.ts";
import { ManageSession } from "./world/manage-session.ts";
import { sendReadings } from "./world/world-traffic.ts";

setDefaultTimeout(setUpTimeoutMs);

/** Raises an alarm above 30 and saves every reading. */
const warning = {
  format: "weir-chain",
  version: 1,
  name: "Warning",
  definition: {
    nodes: [
      { id: "in", type: "input" },
      { id: "hot", type: "compare", config: { operator: ">", value: 30 } },
      { id: "alarm", type: "raise-alarm", config: { name: "Too hot" } },
      { id: "save", type: "save" },
    ],
    wires: [
      { from: "in", output: "out", to: "hot" },
      { from: "in", output: "out", to: "save" },
      { from: "hot", output: "true", to: "alarm" },
    ],
  },
};

/** The main tasks, on one machine and on a cluster. On a cluster, every step goes to another node. */
describeUnless(await whyNoBrowser(), "an installation", () => {
  let weir: InstalledWeir;
  let browser: Browser & AsyncDisposable;
  let device: Bench;
  let chain: string;
  let nthReading = 0;

  beforeAll(async () => {
    await buildDashboard();
    weir = installWeir();
    [browser] = await Promise.all([testBrowser(), weir.start()]);
  });
  afterAll(async () => {
    await browser?.[Symbol.asyncDispose]();
    await weir?.[Symbol.asyncDispose]();
  });

  const alarmIn = (page: Page) => page.getByRole("row").filter({ hasText: "Too hot" });
  const manageNode = (nth: number) => nodeOf("manage", nth);

  function nodeOf(role: "ingest" | "manage", nth: number): string {
    const urls = weir.urlsOf(role);
    return urls[nth % urls.length]!;
  }

  /** Each request goes to another node. */
  async function send(...values: number[]): Promise<void> {
    for (const value of values)
      await sendReadings(nodeOf("ingest", nthReading++), device, "/sensors/temperature/readings", {
        data: { value },
      });
  }

  const asOwner = (nth: number, act: (page: Page) => Promise<void>) =>
    visit({ browser, url: manageNode(nth), person: solePerson }, act);

  test("is set up with the printed link, and a device is created", async () => {
    const link = new URL(await printedSetUpLink(weir));
    await visit({ browser, url: manageNode(0) }, async (page) => {
      await page.goto(link.pathname + link.hash);
      await makeOwner(page);
      await page.getByRole("link", { name: "Create a device" }).click();
      device = await createDevice(page);
    });
    const owner = await ManageSession.signIn(manageNode(1), solePerson);
    const imported = await owner.do("POST", "./chains/import", { chain: warning, publish: {} });
    chain = imported.chain.uuid;
    await owner.do("PUT", "./chain-assignments", { chain, device: device.uuid });
  });

  test("shows readings live, whichever nodes serve the page and the readings", async () => {
    for (const nth of [0, 1]) {
      await asOwner(nth, async (page) => {
        await page.goto(`/devices/${device.uuid}`);
        await untilLive(page);
        const card = page.getByRole("article").filter({ hasText: "Temperature" });
        for (const value of [20.5 + nth, 22.5 + nth]) {
          await send(value);
          await card.getByText(String(value)).waitFor();
        }
      });
    }
  });

  test("shows a trace at another node than the one that records it", async () => {
    const recorded = (page: Page) =>
      page.getByRole("list", { name: "Recorded readings" }).getByRole("button").filter({ hasText: "Saved" });
    await asOwner(0, async (page) => {
      await page.goto(`/chains/${chain}?panel=trace`);
      await page.getByRole("button", { name: "Record readings" }).click();
      await page.getByText("Waiting for readings").waitFor();
      await send(23, 24);
      await recorded(page).nth(1).waitFor();
    });
    await asOwner(1, async (page) => {
      await page.goto(`/chains/${chain}?panel=trace`);
      await recorded(page).nth(1).waitFor();
    });
  });

  test("lists requests and alarms, live and afterwards", async () => {
    await asOwner(1, async (page) => {
      await page.goto("/alarms");
      await untilLive(page);
      await send(31);
      await alarmIn(page).waitFor();
    });
    await asOwner(0, async (page) => {
      await page.goto("/alarms");
      await alarmIn(page).waitFor();
      await page.goto("/activity");
      await page.getByRole("link").filter({ hasText: "Bench" }).nth(6).waitFor();
    });
  });

  test("exports all readings", async () => {
    await asOwner(1, async (page) => {
      await page.goto(`/devices/${device.uuid}/charts?sensors=temperature`);
      await page.getByRole("button", { name: "More chart tools" }).click();
      await page.getByRole("menuitem", { name: "Export…" }).click();
      const dialog = page.getByRole("dialog", { name: "Export readings" });
      await dialog.getByLabel("Format").selectOption("CSV, every reading");
      const begun = page.waitForEvent("download");
      await dialog.getByRole("button", { name: "Download" }).click();
      const text = await Bun.file(await (await begun).path()).text();
      // Seven rows below the heading.
      expect(text.trim().split("\n")).toHaveLength(8);
    });
  });
});
