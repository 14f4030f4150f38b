import { expect, setDefaultTimeout, test } from "bun:test";
import type { Page } from "playwright-core";
import { describeUnless } from "../harness/describe-unless.ts";
import { whyNoBrowser } from "./harness/chromium.ts";
import { printedSetUpLink } from "./harness/first-moments.ts";
import { serveDashboard, setUpTimeoutMs, solePerson } from "./harness/served-dashboard.ts";
import { visit } from "./harness/visit.ts";

const problem = await whyNoBrowser();
setDefaultTimeout(setUpTimeoutMs);

describeUnless(problem, "a new installation", () => {
  test("leads from the link that the server printed to a device whose first reading is seen in the browser", async () => {
    await using served = await serveDashboard();
    const link = await printedSetUpLink(served.weir);
    await visit(served, async (page) => {
      await page.goto(link);
      await makeOwner(page);
      await page.getByRole("link", { name: "Create a device" }).click();
      await createDevice(page);
      await page.getByText("Waiting for the first reading").waitFor();
      const command = await page.getByRole("region", { name: "curl snippet" }).locator("pre").textContent();
      expect(await runInShell(command!)).toMatchObject({ accepted: 1, sensor: "temperature" });
      await page.getByText("Waiting for the first reading").waitFor({ state: "detached" });
      await page.getByRole("link", { name: "Open the device" }).click();
      const card = page.getByRole("article").filter({ hasText: "Temperature" });
      await card.getByText("21.5").waitFor();
      await page.getByText(/^Last connected/).waitFor();
    });
    await visit(served, async (page) => {
      await page.goto(link);
      await page.getByRole("heading", { name: "Weir is set up" }).waitFor();
    });
  });
});

async function makeOwner(page: Page): Promise<void> {
  await page.getByLabel("Your name").fill(solePerson.name);
  await page.getByLabel("E-mail").fill(solePerson.email);
  await page.getByLabel("Password", { exact: true }).fill(solePerson.password);
  await page.getByRole("button", { name: "Make me the owner" }).click();
}

async function createDevice(page: Page): Promise<void> {
  await page.getByLabel("Name", { exact: true }).fill("Bench");
  await page.getByLabel("Name of sensor 1").fill("Temperature");
  await page.getByLabel("Unit of sensor 1").fill("°C");
  await page.getByRole("button", { name: "Create device" }).click();
}

/** As somebody does who pastes it into a terminal. */
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
