import { test } from "bun:test";
import type { Locator, Page } from "playwright-core";
import { waitUntil } from "../../harness/wait-until.ts";
import { describeWithOwner } from "../harness/describe-with-owner.ts";
import { sendReadings } from "../world/world-traffic.ts";

await describeWithOwner("the life of a chain", (at) => {
  const create = async (name: string, factor: string): Promise<string> => {
    const chain = await at.owner.do("POST", "./chains", { name, definition: calculating(factor) });
    return chain.uuid as string;
  };
  const publish = (chain: string) => at.owner.do("POST", `./chains/${chain}/publish`, { note: "" });

  const publishFailing = async (name: string) => {
    const chain = await create(name, "double(metadata.factor)");
    await publish(chain);
    const device = await at.createDevice(["temperature"]);
    await at.owner.do("PUT", "./chain-assignments", { chain, device: device.uuid });
    const fail = () =>
      sendReadings(at.served.url, device, "/sensors/temperature/readings/bulk", { data: [{ value: 5 }] });
    return { chain, fail };
  };

  test("shows that a node failed while the counters were loading", async () => {
    const { chain, fail } = await publishFailing("Failed meanwhile");
    await at.visit(async (page) => {
      const live = page.waitForResponse((response) => isStream(response.url()));
      const session = await page.context().newCDPSession(page);
      await session.send("Network.enable");
      const told = Promise.withResolvers<void>();
      session.on("Network.eventSourceMessageReceived", ({ eventName }) => {
        if (eventName === "chain") told.resolve();
      });
      await page.route(
        `**/chains/${chain}/activity`,
        async (route) => {
          const response = await route.fetch();
          await live;
          await fail();
          await told.promise;
          await route.fulfill({ response });
        },
        { times: 1 },
      );
      await page.goto(`/chains/${chain}`);
      await node(page, "Calibrate").getByText('metadata has no key "factor"').waitFor();
    });
  });

  test("shows that a node failed before the stream of events was open", async () => {
    const { chain, fail } = await publishFailing("Failed early");
    await at.visit(async (page) => {
      const counted = page.waitForResponse((response) =>
        response.url().endsWith(`/chains/${chain}/activity`),
      );
      await page.route(isStream, async (route) => {
        await counted;
        await fail();
        await waitUntil("it is counted", async () => {
          const { nodes } = await at.owner.do("GET", `./chains/${chain}/activity`);
          return nodes.some(({ failed }: { failed: number }) => failed > 0);
        });
        await route.continue();
      });
      await page.goto(`/chains/${chain}`);
      await node(page, "Calibrate").getByText('metadata has no key "factor"').waitFor();
    });
  });
});

function isStream(url: URL | string): boolean {
  return new URL(url).pathname.endsWith("/live");
}

function calculating(factor: string) {
  const at = (x: number) => ({ x, y: 0 });
  return {
    nodes: [
      { id: "input", type: "input", name: "Readings", position: at(0) },
      {
        id: "calibrate",
        type: "calculate",
        name: "Calibrate",
        position: at(288),
        config: { value: `value * (${factor})` },
      },
      { id: "save", type: "save", name: "Save", position: at(576) },
    ],
    wires: [
      { from: "input", output: "out", to: "calibrate" },
      { from: "calibrate", output: "out", to: "save" },
    ],
  };
}

function node(page: Page, name: string): Locator {
  return page.locator(".react-flow__node").filter({ hasText: name });
}
