import { test } from "bun:test";
import { describeWithOwner } from "./harness/describe-with-owner.ts";
import { node, rename } from "./harness/on-canvas.ts";
import { visit } from "./harness/visit.ts";
import { calculating } from "./world/calculating-chain.ts";

await describeWithOwner("the life of a chain", (at) => {
  const create = async (name: string, factor: string): Promise<string> => {
    const chain = await at.owner.do("POST", "./chains", { name, definition: calculating(factor) });
    return chain.uuid as string;
  };
  test("leads from a problem to the setting that causes it", async () => {
    const chain = await create("Wrong", "value > ");
    await at.visit(async (page) => {
      await page.goto(`/chains/${chain}`);
      await page.getByRole("button", { name: /^Calibrate · New value/ }).click();
      await page.getByLabel("New value", { exact: true }).and(page.locator(":focus")).waitFor();
    });
  });

  test("shows the same draft in two windows, and restores what one of them overwrote", async () => {
    const chain = await create("Shared", "1.0");
    const draft = `PUT /api/manage/v1/accounts/${at.owner.account}/chains/${chain}/draft 412` as const;
    await at.visit(async (first) => {
      await visit({ ...at.served, person: at.person, expected: [draft] }, async (second, faults) => {
        for (const page of [first, second]) await page.goto(`/chains/${chain}`);
        await rename(first, "Save", "Keep");
        await node(second, "Keep").waitFor();
        await second.route("**/chains/*", (route) => route.abort());
        await rename(first, "Keep", "Theirs");
        await first.getByText("Draft saved").waitFor();
        await rename(second, "Keep", "Mine");
        await second.getByText("Someone else changed this draft.").waitFor();
        await second.unroute("**/chains/*");
        // The page may have looked for changes meanwhile, as it does every five seconds.
        faults.splice(0, faults.length, ...faults.filter((fault) => !fault.endsWith("net::ERR_FAILED")));
        await second.getByRole("button", { name: "Show theirs" }).click();
        await node(second, "Theirs").waitFor();
        await second.getByRole("button", { name: "Undo", exact: true }).click();
        await node(second, "Mine").waitFor();
        await node(first, "Mine").waitFor();
      });
    });
  });
});
