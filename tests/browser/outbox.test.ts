import { beforeAll, test } from "bun:test";
import { waitUntil } from "../harness/wait-until.ts";
import { describeWithServer } from "./harness/describe-with-owner.ts";
import { setUpTimeoutMs } from "./harness/served-dashboard.ts";
import { tabTo } from "./harness/tab-to.ts";
import { fillOutbox } from "./world/filled-outbox.ts";

await describeWithServer(
  "the outbox",
  (at) => {
    beforeAll(async () => {
      await fillOutbox(at);
    }, setUpTimeoutMs);

    test("keeps the keyboard focus in the list when a message is sent again", async () => {
      await waitUntil("all are given up", async () => {
        const { items } = await at.owner.do("GET", "./outbox?state=dead");
        return items.length === 4;
      });
      await at.visit(async (page) => {
        await page.goto("/system/outbox?state=dead");
        const messages = page.getByTitle("Show details");
        await messages.nth(3).waitFor();
        await tabTo(page, messages.first());
        await page.keyboard.press("Enter");
        await tabTo(page, page.getByRole("dialog").getByRole("button", { name: "Send again" }));
        await page.keyboard.press("Enter");
        await page.getByText("1 message will be sent again.").waitFor();
        await messages.and(page.locator(":focus")).waitFor();
        await tabTo(page, page.getByLabel("Select all finished messages"));
        await page.keyboard.press("Space");
        await tabTo(page, page.getByRole("button", { name: "Send again" }));
        await page.keyboard.press("Enter");
        await page.getByText("messages will be sent again.").waitFor();
        await page.getByRole("group", { name: "messages" }).and(page.locator(":focus")).waitFor();
      });
    });
  },
  { WEIR_OUTBOX_TRIES: "1" },
);
