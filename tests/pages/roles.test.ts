import { beforeAll, expect, test } from "bun:test";
import type { ManageSession } from "../browser/world/manage-session.ts";
import type { RoleName } from "../browser/world/world-people.ts";
import { describePages } from "./harness/describe-pages.ts";
import type { Page } from "./harness/page.ts";
import { untilShown } from "./harness/until-shown.ts";

/** Buttons and links, and whether only owners see them. Viewers see none of them. */
interface Offer {
  readonly name: RegExp;
  readonly isForOwners?: true;
}

describePages("roles", (at) => {
  const sessions = new Map<RoleName, ManageSession>();
  let pages: readonly (readonly [path: string, offers: readonly Offer[]])[];
  beforeAll(async () => {
    const device = await at.createDevice(["temperature"]);
    for (const role of ["viewer", "editor"] as const)
      sessions.set(role, await at.letIn(at.people[role], role));
    const chain = (await at.owner.do("GET", "./chains")).items[0].uuid;
    await at.owner.do("POST", "./invitations", { email: "dario@pages.example", role: "editor" });
    await at.owner.do("POST", "./api-keys", { name: "Grafana", scopes: ["readings:read"] });
    pages = [
      ["/devices", [{ name: /^New device/ }]],
      ["/charts", [{ name: /^Import readings/ }]],
      [`/devices/${device.uuid}/credentials`, [{ name: /^Show Token/ }]],
      [`/chains/${chain}`, [{ name: /^Publish/ }]],
      ["/settings", forOwners(/^Rename$/)],
      ["/settings/members", forOwners(/^Invite/, /^Remove Cleo Marsh$/, /^Revoke the invitation for dario/)],
      ["/settings/api-keys", forOwners(/^Create key/, /^Revoke Grafana$/)],
    ];
  });

  test.each(["viewer", "editor", "owner"] as const)("offer a %s only what they may do", async (role) => {
    // A refusal by the server fails the visit, because pages must not request what a role may not see.
    await at.visit(
      async (page) => {
        for (const [path, offers] of pages) {
          await page.goto(path);
          await untilShown(page);
          const shown: RegExp[] = [];
          for (const { name } of offers) if (await isOffered(page, name)) shown.push(name);
          const expected = offers.filter(
            ({ isForOwners }) => role === "owner" || (role === "editor" && !isForOwners),
          );
          expect([path, shown]).toEqual([path, expected.map(({ name }) => name)]);
        }
      },
      { session: sessions.get(role) ?? at.owner },
    );
  });
});

function forOwners(...names: readonly RegExp[]): readonly Offer[] {
  return names.map((name) => ({ name, isForOwners: true }));
}

/** Whether the page has a button or link of that name. */
async function isOffered(page: Page, name: RegExp): Promise<boolean> {
  const main = page.getByRole("main");
  const shown = main.getByRole("button", { name }).or(main.getByRole("link", { name }));
  return (await shown.count()) > 0;
}
