import { test } from "bun:test";
import { waitUntil } from "../../harness/wait-until.ts";
import { describeWithOwner } from "../harness/describe-with-owner.ts";
import { phone } from "../harness/visit.ts";
import { rowOf } from "../world/chains-in-a-row.ts";

await describeWithOwner("the tools of the chain editor", (at) => {
  const create = async (name: string, definition: object): Promise<string> =>
    (await at.owner.do("POST", "./chains", { name, definition })).uuid;

  test("show problems and test panels on a phone", async () => {
    const chain = await create("Pocket", rowOf(["calculate", "compare"], "value >", "x"));
    await at.visit(
      async (page) => {
        await page.goto(`/chains/${chain}`);
        await page.getByRole("link", { name: /^and \d+ more$/ }).click();
        const panel = page.getByRole("tabpanel");
        await panel.getByText("compare · Value: must be a number").waitFor();
        for (const [tab, text] of [
          ["Dry run", "See what the chain does with a reading"],
          ["Trace", "No readings go through this chain yet"],
          ["Replay", "What would publishing change?"],
        ] as const) {
          await page.getByRole("tab", { name: tab }).tap();
          await panel.getByText(text).waitFor();
        }
        await page.getByRole("button", { name: "Close panel" }).tap();
        await page.getByRole("table", { name: "Nodes of the chain" }).waitFor();
      },
      { viewport: phone },
    );
  });

  test("scroll to the result of a dry run on a phone", async () => {
    const chain = await create("Tried in the pocket", rowOf(["compare", "save"]));
    await at.visit(
      async (page) => {
        await page.goto(`/chains/${chain}?panel=dry-run`);
        const panel = page.getByRole("tabpanel");
        await panel.getByRole("button", { name: "Run", exact: true }).tap();
        const end = panel.getByText("The reading would be saved.");
        await end.waitFor();
        await waitUntil("it is in the panel", async () => {
          const [told, room] = [(await end.boundingBox())!, (await panel.boundingBox())!];
          return told.y >= room.y && told.y + told.height <= room.y + room.height;
        });
      },
      { viewport: phone },
    );
  });
});
