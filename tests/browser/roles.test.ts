import { afterAll, beforeAll, expect, setDefaultTimeout, test } from "bun:test";
import type { Page } from "playwright-core";
import { describeUnless } from "../harness/describe-unless.ts";
import type { InstalledDevice } from "../harness/weir-installation.ts";
import { whyNoBrowser } from "./harness/chromium.ts";
import { untilShown } from "./harness/every-page.ts";
import {
  type ServedDashboard,
  serveWithOwner,
  setUpTimeoutMs,
  solePerson,
} from "./harness/served-dashboard.ts";
import { visit } from "./harness/visit.ts";
import { ManageSession } from "./world/manage-session.ts";
import { letIn, people, type RoleName } from "./world/world-people.ts";

const problem = await whyNoBrowser();
setDefaultTimeout(60_000);

/** What the pages offer to whom. */
const expected: Record<RoleName, Offers> = {
  viewer: { newDevice: false, showToken: false, publish: false, invite: false, newKey: false },
  editor: { newDevice: true, showToken: true, publish: true, invite: false, newKey: false },
  owner: { newDevice: true, showToken: true, publish: true, invite: true, newKey: true },
};

interface Offers {
  readonly newDevice: boolean;
  readonly showToken: boolean;
  readonly publish: boolean;
  readonly invite: boolean;
  readonly newKey: boolean;
}

describeUnless(problem, "roles", () => {
  let served: ServedDashboard;
  let device: InstalledDevice;
  let chain: string;
  beforeAll(async () => {
    served = await serveWithOwner();
    device = await served.weir.createDevice(["temperature"]);
    const owner = await ManageSession.signIn(served.url, solePerson);
    for (const role of ["viewer", "editor"] as const) await letIn(served.url, owner, people[role], role);
    chain = (await owner.do("GET", "./chains")).items[0].uuid;
  }, setUpTimeoutMs);
  afterAll(() => served?.[Symbol.asyncDispose]());

  test.each(["viewer", "editor", "owner"] as const)(
    "the pages offer to a %s what they may do",
    async (role) => {
      const person = role === "owner" ? solePerson : people[role];
      // Whatever the server refuses on the way fails the visit: pages do not ask for what is not for them.
      const offered = await visit({ ...served, person }, async (page): Promise<Offers> => {
        const newDevice = await offers(page, "/devices", /^New device/);
        const showToken = await offers(page, `/devices/${device.uuid}/credentials`, /^Show Token/);
        const publish = await offers(page, `/chains/${chain}`, /^Publish/);
        const invite = await offers(page, "/settings/members", /^Invite/);
        const newKey = await offers(page, "/settings/api-keys", /^Create a key/);
        return { newDevice, showToken, publish, invite, newKey };
      });
      expect(offered).toEqual(expected[role]);
    },
  );
});

/** Whether the page has a button or link of that name. */
async function offers(page: Page, path: string, name: RegExp): Promise<boolean> {
  await page.goto(path);
  await untilShown(page);
  const shown = page.getByRole("main").getByRole("button", { name });
  return (await shown.or(page.getByRole("main").getByRole("link", { name })).count()) > 0;
}
