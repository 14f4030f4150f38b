import { expect, test } from "bun:test";
import type { Page } from "playwright-core";
import { describeWithOwner } from "./harness/describe-with-owner.ts";

await describeWithOwner("the token of a device", (at) => {
  /** The audit log of the device, the newest entry first. */
  async function auditedActions(uuid: string): Promise<string[]> {
    const { items } = await at.owner.do("GET", "./audit");
    const ofDevice = items.filter((entry: object) => JSON.stringify(entry).includes(uuid));
    const actions: string[] = ofDevice.map(({ action }: { action: string }) => action);
    return actions.filter((action) => action !== "device.create");
  }

  test("is neither shown nor sent to the page for a test reading", async () => {
    const { uuid, token } = await at.createDevice(["temperature"]);
    await at.visit(async (page) => {
      const answers: Promise<string>[] = [];
      page.on("response", (response) => {
        if (response.url().includes("/api/") && !response.url().includes("/live"))
          answers.push(response.text().catch(() => ""));
      });
      await page.goto(`/devices/${uuid}/credentials`);
      await page.getByRole("button", { name: "Send", exact: true }).click();
      await page.getByText("Saved").first().waitFor();
      await page.getByText('"accepted": 1').waitFor();
      expect(await page.content()).not.toContain(token);
      const texts = await Promise.all(answers);
      expect(texts.some((text) => text.includes(uuid))).toBe(true);
      expect(texts.filter((text) => text.includes(token))).toEqual([]);
    });
    expect(await auditedActions(uuid)).toEqual(["device.send-test-reading"]);
  });

  test("stays hidden after leaving the page of a new device", async () => {
    await at.visit(async (page) => {
      await page.goto("/devices/new");
      await page.getByLabel("Name", { exact: true }).fill("Secretive");
      await page.getByLabel("Name of sensor 1").fill("Heat");
      await page.getByRole("button", { name: "Create device" }).click();
      const token = page.getByText(/^wdt_[\w-]{43}$/);
      await token.waitFor();
      await page.getByRole("button", { name: "Hide" }).click();
      await token.waitFor({ state: "detached" });
      await page.getByRole("link", { name: "Credentials" }).click();
      await page.getByText("Device UUID").waitFor();
      await page.goBack();
      await page.getByText("Waiting for the first reading").waitFor();
      expect(await token.count()).toBe(0);
    });
  });

  test("is part of every command that an authorised person copies, and the command works", async () => {
    const { uuid, token } = await at.createDevice(["temperature"]);
    await at.visit(async (page) => {
      await page.goto(`/devices/${uuid}`);
      await page.getByRole("button", { name: /^Copy the command that sends to/ }).click();
      await page.getByRole("button", { name: "Copied" }).waitFor();
      expect(await runCopied(page)).toMatchObject({ accepted: 1 });
      await page.goto(`/devices/${uuid}/credentials`);
      await page.getByText("Several sensors").click();
      await page.getByRole("button", { name: "Copy curl snippet" }).click();
      await page.getByRole("button", { name: "Copied" }).waitFor();
      // The same reading again is recognised as a duplicate.
      expect(await runCopied(page)).toMatchObject({ accepted: 0 });
      expect(await page.content()).not.toContain(token);
    });
    expect(await auditedActions(uuid)).toEqual(["token.show", "token.show"]);
  });
});

/** Runs the copied command and reads its output. */
async function runCopied(page: Page): Promise<unknown> {
  const command = (await page.evaluate("navigator.clipboard.readText()")) as string;
  const child = Bun.spawn(["sh", "-c", command], { stdout: "pipe", stderr: "pipe" });
  const [output, complaint, code] = await Promise.all([
    new Response(child.stdout).text(),
    new Response(child.stderr).text(),
    child.exited,
  ]);
  if (code !== 0) throw new Error(`The command failed with ${code}: ${output}${complaint}`);
  return JSON.parse(output);
}
