import { expect, test } from "bun:test";
import type { Page } from "playwright-core";
import { waitUntil } from "../../harness/wait-until.ts";
import type { WeirProcess } from "../../harness/weir-process.ts";
import { describeWithServer } from "../harness/describe-with-owner.ts";
import { countLoads, goToDevices, pageFile, takeOutMissing } from "../harness/missing-files.ts";

await describeWithServer("a page that cannot be loaded", (at) => {
  /** The server that was started last. */
  let restarted: WeirProcess | undefined;
  const stopServer = () => (restarted ?? at.served.server).killAll();
  const startServer = async () => {
    restarted = await at.served.weir.start();
  };

  test("says so if that version does not have it either, and does not reload forever", async () => {
    await at.visit(async (page, faults) => {
      await page.route(pageFile, (route) => route.fulfill({ status: 404 }));
      await page.goto("/chains");
      const loads = countLoads(page);
      await goToDevices(page);
      await page.getByText("This page is missing on the server.").waitFor();
      expect(loads.length).toBe(1);
      await page.unroute(pageFile);
      await page.getByRole("button", { name: "Try again" }).click();
      await page.getByRole("heading", { level: 1, name: "Devices" }).waitFor();
      // A browser that requests the file again needs no reload. Other browsers need one.
      expect(loads.length).toBeLessThanOrEqual(2);
      takeOutMissing(faults);
    });
  });

  test("loads on Try again in browsers that never request a failed file again", async () => {
    await at.visit(async (page, faults) => {
      await page.goto("/chains");
      const loads = countLoads(page);
      let isOnServer = false;
      await failForTheDocument(page, pageFile, () => isOnServer);
      await goToDevices(page);
      await page.getByText("This page is missing on the server.").waitFor();
      isOnServer = true;
      await page.getByRole("button", { name: "Try again" }).click();
      await page.getByRole("heading", { level: 1, name: "Devices" }).waitFor();
      expect(loads.length).toBe(2);
      takeOutMissing(faults);
    });
  });

  test("does not keep a panel of the chain editor from loading on Try again in such browsers", async () => {
    await at.visit(async (page, faults) => {
      await page.goto("/chains");
      await page.getByRole("link", { name: "Default" }).first().click();
      const loads = countLoads(page);
      let isOnServer = false;
      await failForTheDocument(page, "**/assets/dry-run-panel*", () => isOnServer);
      await page.getByRole("tab", { name: "Dry run" }).click();
      const tryAgain = page.getByRole("button", { name: "Try again" });
      await tryAgain.waitFor();
      isOnServer = true;
      await tryAgain.click();
      await waitUntil("the page is loaded again", () => loads.length === 1);
      await page.getByText("See what the chain does with a reading").waitFor();
      takeOutMissing(faults);
    });
  });

  test("closes a dialog whose frame cannot be loaded, says so, and opens it once the server is back", async () => {
    await at.visit(async (page, faults) => {
      await page.goto("/boards");
      const create = page.getByRole("button", { name: "New board" }).first();
      await create.waitFor();
      await page.route("**/assets/dialog-frame*", (route) => route.abort());
      // The first gesture loads what toasts need.
      const corner = page.waitForResponse("**/assets/toast-corner*");
      await page.mouse.move(100, 100);
      await (await corner).finished();
      await stopServer();
      await create.click();
      await page.getByText("Can’t reach the server. Check that it’s running.").waitFor();
      await page.unroute("**/assets/dialog-frame*");
      await startServer();
      await create.click();
      await page.getByRole("dialog", { name: "New board" }).waitFor();
      faults.splice(0, faults.length, ...faults.filter((fault) => !/net::ERR_/.test(fault)));
    });
  });

  test("is loaded again in such browsers for a toast that has nowhere to be shown", async () => {
    await at.owner.do("POST", "./chains", { name: "Told" });
    await at.visit(async (page, faults) => {
      await page.goto("/chains");
      await page.getByRole("link", { name: "Told" }).waitFor();
      const loads = countLoads(page);
      let isOnServer = false;
      await failForTheDocument(page, "**/assets/toast-corner*", () => isOnServer);
      const corner = page.waitForResponse("**/assets/toast-corner*");
      await page.mouse.move(100, 100);
      await corner;
      isOnServer = true;
      await page.getByRole("button", { name: "Actions for Told" }).click();
      await page.getByRole("menuitem", { name: "Rename…" }).click();
      await page.getByRole("dialog").getByLabel("Name").fill("Heard");
      await page.getByRole("dialog").getByRole("button", { name: "Rename" }).click();
      await waitUntil("the page is loaded again", () => loads.length === 1);
      await page.getByRole("link", { name: "Heard" }).waitFor();
      faults.splice(0, faults.length, ...faults.filter((fault) => !/toast-corner\S* 404$/.test(fault)));
    });
  });

  test("appears in its place once the server is back", async () => {
    await at.visit(async (page, faults) => {
      await page.goto("/chains");
      await page.getByRole("heading", { level: 1, name: "Rule chains" }).waitFor();
      await stopServer();
      await goToDevices(page);
      await page.getByRole("main").getByText("Couldn’t load this").waitFor();
      await page.getByRole("main").getByRole("button", { name: "Try again" }).click();
      expect(new URL(page.url()).pathname).toBe("/devices");
      await startServer();
      await page.getByRole("heading", { level: 1, name: "Devices" }).waitFor();
      faults.splice(0, faults.length, ...faults.filter((fault) => !fault.includes("net::ERR_")));
    });
  });
});

/** A file that has failed once fails until the document is reloaded, as in a browser that remembers failed files. */
async function failForTheDocument(page: Page, file: string, isOnServer: () => boolean): Promise<void> {
  let hasFailed = false;
  page.on("domcontentloaded", () => {
    hasFailed = false;
  });
  await page.route(file, (route) => {
    if (isOnServer() && !hasFailed) return route.continue();
    hasFailed = true;
    return route.fulfill({ status: 404 });
  });
}
