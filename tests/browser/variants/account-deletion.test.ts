import { expect, test } from "bun:test";
import { accessibilityProblems } from "../harness/accessibility.ts";
import { describeWithOwner } from "../harness/describe-with-owner.ts";
import { phone } from "../harness/visit.ts";

await describeWithOwner("the note that an account will be deleted", (at) => {
  test("fits a phone, without accessibility problems", async () => {
    // The only account of a server cannot be deleted.
    await at.owner.do("POST", "/accounts", { name: "Harbour" });
    const { name } = await at.owner.do("GET", ".");
    await at.owner.do("POST", "./deletion", { name });
    await at.visit(
      async (page) => {
        await page.goto("/devices");
        await page.getByRole("button", { name: "Cancel deletion" }).waitFor();
        expect(await page.evaluate("document.documentElement.scrollWidth")).toBe(phone.width);
        expect(await accessibilityProblems(page)).toEqual([]);
      },
      { viewport: phone },
    );
  });
});
