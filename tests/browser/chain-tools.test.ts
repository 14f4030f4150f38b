import { expect, test } from "bun:test";
import type { Locator, Page } from "playwright-core";
import { waitUntil } from "../harness/wait-until.ts";
import { describeWithOwner } from "./harness/describe-with-owner.ts";
import { untilShown } from "./harness/every-page.ts";
import { untilInSight } from "./harness/on-canvas.ts";
import { rowOf } from "./world/chains-in-a-row.ts";

await describeWithOwner("the tools of the chain editor", (at) => {
  const create = async (name: string, definition: object): Promise<string> =>
    (await at.owner.do("POST", "./chains", { name, definition })).uuid;
  const show = (chain: string) => at.owner.do("GET", `./chains/${chain}`);
  test("show all sixty nodes on demand, in rows after tidying up, with an overview", async () => {
    const names = Array.from({ length: 59 }, (_, place) => `step-${place + 1}`);
    const chain = await create("Sixty", rowOf(names));
    await at.visit(async (page) => {
      await page.goto(`/chains/${chain}`);
      await untilShown(page);
      const untilAllIsSeen = async () => {
        await page.getByRole("button", { name: "Fit" }).click();
        for (const name of ["Readings", "step-30", "step-59"]) await untilInSight(page, node(page, name));
      };
      await untilAllIsSeen();
      const first = async () => (await node(page, "Readings").boundingBox())!;
      const last = async () => (await node(page, "step-59").boundingBox())!;
      const small = (await first()).width;
      await page.getByRole("button", { name: "Tidy up" }).click();
      await untilAllIsSeen();
      expect((await first()).width).toBeGreaterThan(3 * small);
      expect((await last()).y).toBeGreaterThan((await first()).y);
      await page.getByRole("img", { name: "Chain overview" }).waitFor();
      await page.getByRole("button", { name: "Undo (Ctrl-Z)" }).click();
      await waitUntil("it is one row again", async () => (await last()).y === (await first()).y);
    });
  });

  test("paste copied nodes into another chain with their wires, all visible", async () => {
    const names = ["one", "two", "three", "four", "five"];
    const [from, to] = [await create("From", rowOf(names)), await create("To", rowOf(["save"]))];
    await at.visit(async (page) => {
      await page.goto(`/chains/${from}`);
      await untilShown(page);
      await node(page, "Readings").focus();
      await page.keyboard.press("Control+a");
      await page.keyboard.press("Control+c");
      await page.getByText("Copied 5 nodes.").waitFor();
      await page.goto(`/chains/${to}`);
      await untilShown(page);
      await node(page, "Readings").focus();
      await page.keyboard.press("Control+v");
      for (const name of names) await untilInSight(page, node(page, name));
      await page.getByText("Draft saved").waitFor();
      const { nodes, wires } = (await show(to)).draft.definition;
      expect([nodes.length, wires.length]).toEqual([7, 5]);
      await page.keyboard.press("Control+z");
      await node(page, "three").waitFor({ state: "detached" });
    });
  });

  test("export a chain to a file, and import it as a new chain", async () => {
    const chain = await create("Carried", rowOf(["compare", "save"]));
    await at.visit(async (page) => {
      await page.goto("/chains");
      await page.getByRole("button", { name: "Actions for Carried" }).click();
      const downloading = page.waitForEvent("download");
      await page.getByRole("menuitem", { name: "Export" }).click();
      const download = await downloading;
      expect(download.suggestedFilename()).toBe("carried.json");
      await page.getByRole("button", { name: "New chain" }).click();
      const dialog = page.getByRole("dialog", { name: "New chain" });
      await dialog.getByLabel("A file").check();
      const text = JSON.stringify({ format: "something else" });
      const other = { name: "a.json", mimeType: "application/json", buffer: Buffer.from(text) };
      await dialog.getByLabel("File", { exact: true }).setInputFiles(other);
      await dialog.getByText("This file isn’t an exported chain.").waitFor();
      await dialog.getByLabel("File", { exact: true }).setInputFiles(await download.path());
      await dialog.getByLabel("Name").fill("Carried over");
      await dialog.getByRole("button", { name: "Create chain" }).click();
      await page.getByRole("heading", { name: "Carried over" }).waitFor();
      const imported = new URL(page.url()).pathname.split("/").at(-1)!;
      expect((await show(imported)).draft.definition).toEqual((await show(chain)).draft.definition);
    });
  });
});

function node(page: Page, name: string): Locator {
  return page.locator(".react-flow__node").filter({ has: page.getByText(name, { exact: true }) });
}
