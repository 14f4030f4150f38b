import { beforeAll, test } from "bun:test";
import type { ChainDefinition } from "@weir/rule-engine/chain";
import { waitUntil } from "../harness/wait-until.ts";
import { describeWithServer } from "./harness/describe-with-owner.ts";
import { setUpTimeoutMs } from "./harness/served-dashboard.ts";
import { tabTo } from "./harness/tab-to.ts";
import { sendReadings } from "./world/world-traffic.ts";

/**
 * Sends every reading to two addresses that operators have not allowed and where nothing listens, and gives up at once.
 */
const telling: ChainDefinition = {
  nodes: [
    { id: "input", type: "input", version: 1, name: "Readings", config: {}, position: { x: 0, y: 0 } },
    {
      id: "tell",
      type: "webhook",
      version: 1,
      name: "Tell",
      position: { x: 200, y: 0 },
      config: { url: "http://127.0.0.1:9/in" },
    },
    {
      id: "publish",
      type: "mqtt",
      version: 1,
      name: "Publish",
      position: { x: 200, y: 100 },
      config: { url: "mqtt://127.0.0.1:9", topic: "readings" },
    },
  ],
  wires: [
    { from: "input", output: "out", to: "tell" },
    { from: "input", output: "out", to: "publish" },
  ],
};

await describeWithServer(
  "the outbox",
  (at) => {
    let kiln: { readonly uuid: string; readonly token: string };
    beforeAll(async () => {
      await at.publishDefaultChain(telling);
      for (const name of ["Attic", "Kiln"]) {
        kiln = await at.owner.do("POST", "./devices", { name, sensors: [{ slug: "heat" }] });
        await sendReadings(at.served.url, kiln, "/sensors/heat/readings", { data: { value: 1 } });
      }
      await waitUntil("all messages are in the outbox", async () => {
        const { items } = await at.owner.do("GET", "./outbox");
        return items.length === 4;
      });
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

    // Comes last, because it publishes another chain.
  },
  { WEIR_OUTBOX_TRIES: "1" },
);
