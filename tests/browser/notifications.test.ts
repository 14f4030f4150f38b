import { expect, test } from "bun:test";
import {
  TestSubscription,
  verifiedClaims,
} from "../../packages/server/src/deliver/channels/test-push-service.ts";
import { TestReceiver } from "../../packages/server/src/deliver/channels/test-receiver.ts";
import { describeUnless } from "../harness/describe-unless.ts";
import { wholeBrowser } from "../harness/programs.ts";
import { waitUntil } from "../harness/wait-until.ts";
import { launchBrowser, whyNoBrowser } from "./harness/chromium.ts";
import { describeWithServer } from "./harness/describe-with-owner.ts";

const noWholeBrowser = await whyNoBrowser(wholeBrowser);

await describeWithServer(
  "notifications",
  (at) => {
    // Chromium without windows shows no notifications; the whole browser keeps those that it shows.
    describeUnless(noWholeBrowser, "in the whole browser", () => {
      test("shows a push message that its push service got for a browser, and opens its page after a click", async () => {
        using service = new TestReceiver();
        service.answer = () => new Response(null, { status: 201 });
        const browser = new TestSubscription();
        const { endpoint, p256dh, auth } = browser.target(`${service.url}/push/1`);
        await using whole = await launchBrowser(wholeBrowser);
        await at.visit(
          async (page) => {
            await page.context().grantPermissions(["notifications"], { origin: at.served.url });
            // The browser of this test has no push service. This is the subscription that it would have made with one.
            const subscription = JSON.stringify({ endpoint, keys: { p256dh, auth } });
            await page.addInitScript({
              content: `PushManager.prototype.subscribe = async (options) => {
            if (!options.userVisibleOnly || options.applicationServerKey.length !== 87) throw new Error("Bad options");
            return { toJSON: () => (${subscription}) };
          };`,
            });
            await page.goto("/alarms/notifications");
            const session = await page.context().newCDPSession(page);
            const registered = Promise.withResolvers<string>();
            session.on("ServiceWorker.workerRegistrationUpdated", ({ registrations }) => {
              const [registration] = registrations;
              if (registration !== undefined) registered.resolve(registration.registrationId);
            });
            await session.send("ServiceWorker.enable");
            await page.getByRole("button", { name: "Add this browser" }).click();
            await page.getByRole("button", { name: /^Send test Chrome on/ }).click();
            await page.getByText("The browser's push service accepted the message.").waitFor();
            const data = browser.decrypt(service.received[0]!.body);
            expect(verifiedClaims(service.received[0]!.headers.get("authorization")!)).toMatchObject({
              aud: service.url,
            });
            const registrationId = await registered.promise;
            // A message to a worker that is still being installed is lost.
            await page.evaluate("navigator.serviceWorker.ready.then(() => undefined)");
            const [worker] = page.context().serviceWorkers();
            if (worker === undefined) throw new Error("There is no service worker.");
            await session.send("ServiceWorker.deliverPushMessage", {
              origin: `${at.served.url}/`,
              registrationId,
              data,
            });
            const shown = () =>
              worker.evaluate<object[]>(
                `registration.getNotifications().then((all) =>
              all.map(({ title, body, tag, data }) => ({ title, body, tag, data })))`,
              );
            await waitUntil("the notification is shown", async () => (await shown()).length === 1);
            expect(await shown()).toEqual([
              {
                title: "Test message from Weir",
                body: 'The channel "Chrome on Linux" works.',
                tag: "test",
                // The server has no public address, and messages have no link then.
                data: {},
              },
            ]);
            // Only a person's click may open a window, so the worker notes which one it would open.
            const did = await worker.evaluate(`registration.getNotifications().then(([notification]) => {
              const did = [];
              notification.close = () => did.push("closed");
              clients.openWindow = async (url) => did.push(url);
              dispatchEvent(new NotificationEvent("notificationclick", { notification }));
              return did;
            })`);
            expect(did).toEqual(["closed", "/alarms"]);
          },
          { browser: whole },
        );
      });
    });
  },
  { WEIR_OUTBOX_ALLOW: "127.0.0.1", WEIR_CHANNEL_MESSAGES_PER_HOUR: "1" },
);
