import { beforeAll, expect, test } from "bun:test";
import type { ManageSession } from "../browser/world/manage-session.ts";
import type { RoleName } from "../browser/world/world-people.ts";
import { describePages } from "./harness/describe-pages.ts";
import type { Page } from "./harness/page.ts";
import { untilShown } from "./harness/until-shown.ts";

/** The buttons and links that each role sees. */
const expected: Record<RoleName, Offers> = {
  viewer: {
    newDevice: false,
    importReadings: false,
    showToken: false,
    publish: false,
    invite: false,
    newKey: false,
  },
  editor: {
    newDevice: true,
    importReadings: true,
    showToken: true,
    publish: true,
    invite: false,
    newKey: false,
  },
  owner: {
    newDevice: true,
    importReadings: true,
    showToken: true,
    publish: true,
    invite: true,
    newKey: true,
  },
};

interface Offers {
  readonly newDevice: boolean;
  readonly importReadings: boolean;
  readonly showToken: boolean;
  readonly publish: boolean;
  readonly invite: boolean;
  readonly newKey: boolean;
}

describePages("roles", (at) => {
  const sessions = new Map<RoleName, ManageSession>();
  let device: { readonly uuid: string };
  let chain: string;
  beforeAll(async () => {
    device = await at.createDevice(["temperature"]);
    for (const role of ["viewer", "editor"] as const)
      sessions.set(role, await at.letIn(at.people[role], role));
    chain = (await at.owner.do("GET", "./chains")).items[0].uuid;
  });

  test.each(["viewer", "editor", "owner"] as const)("offer a %s only what they may do", async (role) => {
    // A refusal by the server fails the visit, because pages must not request what a role may not see.
    const offered = await at.visit(
      async (page): Promise<Offers> => {
        const newDevice = await offers(page, "/devices", /^New device/);
        const importReadings = await offers(page, "/charts", /^Import readings/);
        const showToken = await offers(page, `/devices/${device.uuid}/credentials`, /^Show Token/);
        const publish = await offers(page, `/chains/${chain}`, /^Publish/);
        const invite = await offers(page, "/settings/members", /^Invite/);
        const newKey = await offers(page, "/settings/api-keys", /^Create key/);
        return { newDevice, importReadings, showToken, publish, invite, newKey };
      },
      { session: sessions.get(role) ?? at.owner },
    );
    expect(offered).toEqual(expected[role]);
  });
});

/** Whether the page has a button or link of that name. */
async function offers(page: Page, path: string, name: RegExp): Promise<boolean> {
  await page.goto(path);
  await untilShown(page);
  const shown = page.getByRole("main").getByRole("button", { name });
  return (await shown.or(page.getByRole("main").getByRole("link", { name })).count()) > 0;
}
