import { test } from "bun:test";
import { describeWithOwner } from "../harness/describe-with-owner.ts";
import { phone } from "../harness/visit.ts";

await describeWithOwner("alert rules", (at) => {
  test("are listed with labels on a phone", async () => {
    await at.owner.do("POST", "./alert-rules", {
      name: "Silent",
      severity: "info",
      text: "!",
      target: { kind: "type", type: "temperature" },
      condition: { kind: "silent", seconds: 3600 },
    });
    await at.visit(
      async (page) => {
        await page.goto("/alarms/rules");
        const table = page.getByRole("table", { name: "Alert rules" });
        await table.getByText("All temperature sensors").waitFor();
        await table.getByText("is missing for 1 h").waitFor();
      },
      { viewport: phone },
    );
  });
});
