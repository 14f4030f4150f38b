import { expect, test } from "bun:test";
import { describeWithOwner } from "../harness/describe-with-owner.ts";
import { phone } from "../harness/visit.ts";

await describeWithOwner("naming sensors and devices", (at) => {
  test("labels type and unit on a phone, where columns have no headings", async () => {
    const { uuid } = await at.owner.do("POST", "./devices", {
      name: "Barn",
      sensors: [
        { slug: "temperature", name: "Temperature", type: "temperature" },
        { slug: "other", name: "Other" },
      ],
    });
    await at.visit(
      async (page) => {
        await page.goto(`/devices/${uuid}/sensors`);
        const table = page.getByRole("table", { name: "Sensors" });
        await table.getByText("Type temperature").waitFor();
        await table.getByText("Unit °C").waitFor();
        expect(await table.getByText("none").filter({ visible: true }).count()).toBe(0);
      },
      { viewport: phone },
    );
  });
});
