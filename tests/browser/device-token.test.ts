import { expect, test } from "bun:test";
import type { Page } from "playwright-core";
import { describeWithOwner } from "./harness/describe-with-owner.ts";
import { sendReadings } from "./world/world-traffic.ts";

await describeWithOwner("the token of a device", (at) => {
  /** The status of the answer to a reading with this value. */
  async function send(uuid: string, token: string, value: number): Promise<number> {
    const path = "/sensors/temperature/readings";
    return (await sendReadings(at.served.url, { uuid, token }, path, { data: { value } })).status;
  }

  test("is shown on request; once regenerated, the old token is refused and the new one accepted", async () => {
    const { uuid, token: before } = await at.createDevice(["temperature"]);
    expect(await send(uuid, before, 1)).toBe(202);
    const after = await at.visit(async (page) => {
      await page.goto(`/devices/${uuid}/credentials`);
      await page.getByRole("button", { name: "Show Token" }).click();
      expect(await shownToken(page)).toBe(before);
      const dialog = page.getByRole("dialog");
      await dialog.getByRole("button", { name: /^Regenerate/ }).click();
      await dialog.getByText("The old token stops working immediately").waitFor();
      expect(await send(uuid, before, 2)).toBe(202);
      await dialog.getByRole("button", { name: "Regenerate token" }).click();
      await dialog.getByText(before).waitFor({ state: "detached" });
      return shownToken(page);
    });
    expect(after).not.toBe(before);
    expect(await send(uuid, before, 3)).toBe(401);
    expect(await send(uuid, after, 4)).toBe(202);
  });

  test("keeps working during an overlap until the new one is first used", async () => {
    const { uuid, token: before } = await at.createDevice(["temperature"]);
    const after = await at.visit(async (page) => {
      await page.goto(`/devices/${uuid}/credentials`);
      await page.getByRole("button", { name: /^Regenerate/ }).click();
      const dialog = page.getByRole("dialog");
      await dialog.getByLabel("The old token").selectOption({ label: "Until the new one is used" });
      await dialog.getByRole("button", { name: "Regenerate token" }).click();
      return shownToken(page);
    });
    expect(await send(uuid, before, 1)).toBe(202);
    expect(await send(uuid, after, 2)).toBe(202);
    expect(await send(uuid, before, 3)).toBe(401);
  });

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

  test("is named in a warning if a test reading would end it", async () => {
    const { uuid, token: before } = await at.createDevice(["temperature"]);
    await at.owner.do("POST", `./devices/${uuid}/token/regenerate`, { overlap: { until_first_use: true } });
    const expected = [`POST /api/manage/v1/accounts/${at.owner.account}/devices/${uuid}/test-reading 409`];
    await at.visit(
      async (page) => {
        await page.goto(`/devices/${uuid}/credentials`);
        await page.getByRole("button", { name: "Send", exact: true }).click();
        await page.getByText("The device may still be using its old token.").waitFor();
        expect(await send(uuid, before, 1)).toBe(202);
        await page.getByRole("button", { name: "Send anyway" }).click();
        await page.getByText("Saved").first().waitFor();
        expect(await send(uuid, before, 2)).toBe(401);
      },
      { expected },
    );
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

async function shownToken(page: Page): Promise<string> {
  const shown = page.getByRole("dialog").getByText(/^wdt_[\w-]+$/);
  await shown.waitFor();
  return (await shown.textContent())!;
}
