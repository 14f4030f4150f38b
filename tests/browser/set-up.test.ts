import { expect, setDefaultTimeout, test } from "bun:test";
import { describeUnless } from "../harness/describe-unless.ts";
import { whyNoBrowser } from "./harness/chromium.ts";
import { printedSetUpLink } from "./harness/first-moments.ts";
import { createDevice, makeOwner } from "./harness/first-steps.ts";
import { serveDashboard, setUpTimeoutMs } from "./harness/served-dashboard.ts";
import { visit } from "./harness/visit.ts";

const problem = await whyNoBrowser();
setDefaultTimeout(setUpTimeoutMs);

describeUnless(problem, "a new installation", () => {
  test("leads from the printed link to a device whose first reading appears in the browser", async () => {
    await using served = await serveDashboard();
    const link = await printedSetUpLink(served.weir);
    await visit(served, async (page) => {
      await page.goto("/");
      await page.getByRole("heading", { name: "Weir isn’t set up yet" }).waitFor();
      // Opens a link from an earlier start, and then the newest one in the same tab.
      await page.goto(`${link}-outdated`);
      await page.getByRole("button", { name: "Create owner account" }).waitFor();
      await Promise.all([page.waitForEvent("load"), page.goto(link)]);
      await makeOwner(page);
      await page.getByRole("link", { name: "Create a device" }).click();
      const device = await createDevice(page);
      await page.getByText("Waiting for the first reading").waitFor();
      await device.send("Temperature", { value: 20 });
      await page.getByText("“Temperature”: did you mean “temperature”?").waitFor();
      const command = await page.getByRole("region", { name: "curl snippet" }).locator("pre").textContent();
      expect(await runInShell(command!)).toMatchObject({ accepted: 1, sensor: "temperature" });
      await page.getByText("Waiting for the first reading").waitFor({ state: "detached" });
      await page.getByText("21.5°C").waitFor();
      await runInShell(command!);
      await page.getByText("The same value arrived again").waitFor();
      await device.send("humidity", { value: 63, timestamp: "1970-01-01T00:00:12Z" });
      await page.getByText("The device’s clock is not set").waitFor();
      await page.getByRole("link", { name: "Open the device" }).click();
      const card = page.getByRole("article").filter({ hasText: "Temperature" });
      await card.getByText("21.5").waitFor();
      await page.getByText(/^Last connected/).waitFor();
      await page.getByText("“Temperature”: did you mean “temperature”?").waitFor();
      await device.send("temperature", { value: 22.5 });
      await card.getByText("22.5").waitFor();
      // A new account has a board that shows all devices.
      await page.goto("/boards");
      await page.getByRole("link", { name: "All devices" }).click();
      const values = page.getByRole("article", { name: "Latest values" });
      await values.getByRole("columnheader", { name: "Temperature" }).waitFor();
      await values.getByRole("row").filter({ hasText: "22.5" }).waitFor();
    });
    await visit(served, async (page) => {
      await page.goto(link);
      await page.getByRole("heading", { name: "Weir is already set up" }).waitFor();
    });
  });
});

/** Runs a command as if it were pasted into a terminal. */
async function runInShell(command: string): Promise<unknown> {
  const shell = Bun.spawn(["sh", "-c", command], { stdio: ["ignore", "pipe", "pipe"] });
  const [output, complaint, code] = await Promise.all([
    new Response(shell.stdout).text(),
    new Response(shell.stderr).text(),
    shell.exited,
  ]);
  if (code !== 0) throw new Error(`The snippet failed with ${code}: ${output}${complaint}`);
  return JSON.parse(output);
}
