import { expect, test } from "bun:test";
import type { Locator, Page } from "playwright-core";
import { describeWithOwner } from "./harness/describe-with-owner.ts";
import { untilShown } from "./harness/every-page.ts";
import { node } from "./harness/on-canvas.ts";
import { visit } from "./harness/visit.ts";
import { sendReadings } from "./world/world-traffic.ts";

/** Enough room for three nodes beside each other at full size. */
const viewport = { width: 1600, height: 1000 };
/** Where nodes are dropped, as shares of the canvas. A chain with only an input has it in the middle. */
const comparePlace = [0.2, 0.2] as const;
const savePlace = [0.6, 0.2] as const;

await describeWithOwner("the chain editor", (at) => {
  test("builds a chain by dragging that saves only what passes its filter", async () => {
    const device = await at.createDevice(["temperature"]);
    const chain = await at.owner.do("POST", "./chains", { name: "Only warm", definition: inputOnly });
    await visit({ ...at.served, viewport, person: at.person }, async (page) => {
      await openEditor(page, chain.uuid);
      await dropFromPalette(page, "Compare", comparePlace);
      await dropFromPalette(page, "Save", savePlace);
      await wire(page, node(page, "Readings"), "out", node(page, "Compare"));
      await wire(page, node(page, "Compare"), "true", node(page, "Save"));
      await node(page, "Compare").click();
      await page.getByLabel("Value", { exact: true }).fill("20");
      await page.getByRole("button", { name: "Publish…" }).click();
      await page.getByRole("dialog").getByRole("button", { name: "Publish", exact: true }).click();
      await page.getByText("Version 1 published.").waitFor();
    });
    await at.owner.do("PUT", "./chain-assignments", { chain: chain.uuid, device: device.uuid });
    await sendReadings(at.served.url, device, "/sensors/temperature/readings/bulk", {
      data: [{ value: 5 }, { value: 25 }, { value: 15 }, { value: 30 }],
    });
    await at.untilSettled();
    const { items } = await at.owner.do("GET", `./devices/${device.uuid}/sensors/temperature/readings`);
    expect(items.map(({ value }: { value: number }) => value).sort()).toEqual([25, 30]);
  });

  test("warns before publishing a chain that saves nothing, and can undo it", async () => {
    const chain = await at.owner.do("POST", "./chains", { name: "Nothing kept", definition: inputOnly });
    await visit({ ...at.served, viewport, person: at.person }, async (page) => {
      await openEditor(page, chain.uuid);
      await dropFromPalette(page, "Save", savePlace);
      await wire(page, node(page, "Readings"), "out", node(page, "Save"));
      await nothingSaves(page).waitFor({ state: "detached" });
      await page.keyboard.press("Control+z");
      await wires(page).first().waitFor({ state: "detached" });
      await page.keyboard.press("Control+z");
      await node(page, "Save").waitFor({ state: "detached" });
      await nothingSaves(page).waitFor();
      await page.keyboard.press("Control+Shift+z");
      await page.keyboard.press("Control+Shift+z");
      await wires(page).first().waitFor({ state: "attached" });
    });
  });
});

const inputOnly = {
  nodes: [{ id: "input", type: "input", name: "Readings", position: { x: 0, y: 0 } }],
  wires: [],
};

async function openEditor(page: Page, chain: string): Promise<void> {
  await page.goto(`/chains/${chain}`);
  await untilShown(page);
}

function nothingSaves(page: Page): Locator {
  return page.getByText("No node in this chain saves").first();
}

function wires(page: Page): Locator {
  return page.locator(".react-flow__edge");
}

async function dropFromPalette(page: Page, title: string, [x, y]: readonly [number, number]): Promise<void> {
  const canvas = page.locator(".react-flow");
  const box = (await canvas.boundingBox())!;
  const entry = page
    .getByRole("region", { name: "Palette" })
    .getByRole("button", { name: title, exact: true });
  await entry.dragTo(canvas, { targetPosition: { x: box.width * x, y: box.height * y } });
  await node(page, title).waitFor();
}

async function wire(page: Page, from: Locator, output: string, to: Locator): Promise<void> {
  const before = await wires(page).count();
  await from.locator(`.react-flow__handle.source[data-handleid="${output}"]`).hover();
  await page.mouse.down();
  await to.locator(".react-flow__handle.target").hover();
  await page.mouse.up();
  await wires(page).nth(before).waitFor({ state: "attached" });
}
