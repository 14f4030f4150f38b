import { test } from "bun:test";
import { waitUntil } from "../../harness/wait-until.ts";
import { describeWithOwner } from "../harness/describe-with-owner.ts";
import { node } from "../harness/on-canvas.ts";
import { publishFailing } from "../world/calculating-chain.ts";

await describeWithOwner("the life of a chain", (at) => {
  test("shows that a node failed while the counters were loading", async () => {
    const { chain, fail } = await publishFailing(at, "Failed meanwhile");
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
    const { chain, fail } = await publishFailing(at, "Failed early");
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
