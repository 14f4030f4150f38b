import { beforeAll, expect, test } from "bun:test";
import type { ManageSession } from "../browser/world/manage-session.ts";
import { describePages } from "./harness/describe-pages.ts";
import type { Page } from "./harness/page.ts";

/** Old addresses, where they lead, and what is there. */
const moved: readonly (readonly [from: string, to: string, heading: string])[] = [
  ["/alarms/dead-letters", "/system/dead-letters", "Dead letters"],
  ["/alarms/outbox?state=dead&kind=webhook", "/system/outbox?state=dead&kind=webhook", "Outbox"],
  ["/settings/groups", "/devices/groups", "Device groups"],
  ["/settings/templates/new", "/devices/templates/new", "New template"],
  ["/settings/sensor-types", "/devices/sensor-types", "Sensor types"],
  ["/settings/notifications", "/alarms/notifications", "Notifications"],
  ["/settings/limits", "/system/limits", "Limits"],
  ["/settings/audit?days=7", "/system/audit?days=7", "Audit log"],
  ["/settings/system/", "/system", "System"],
];

describePages("places", (at) => {
  let editor: ManageSession;
  beforeAll(async () => {
    editor = await at.letIn(at.people.editor, "editor");
  });

  const heading = (page: Page, name: string) => page.getByRole("heading", { level: 1, name });

  test.each(moved)("lead from the old address %s to %s, with all it said", async (from, to, title) => {
    await at.visit(async (page) => {
      await page.goto(from);
      await heading(page, title).waitFor();
      const { pathname, search } = new URL(page.url());
      expect(pathname + search).toBe(to);
    });
  });

  test("have a tab of System for the cluster only if there is one", async () => {
    await at.visit(async (page) => {
      await page.goto("/system/cluster");
      await page.getByText("This installation runs on one machine").waitFor();
      await page.goto("/system/limits");
      await page.getByText("Shared with other accounts").waitFor();
      const tabs = await page.getByRole("navigation", { name: "Tabs" }).textContent();
      expect(tabs).toBe("StatusOutboxDead lettersLimitsAudit log");
    });
  });

  test("show the status of the server only to its operator", async () => {
    await at.visit(
      async (page) => {
        for (const path of ["/system", "/system/cluster"]) {
          await page.goto(path);
          await page.getByText(/^Only the operator can see/).waitFor();
        }
      },
      { session: editor },
    );
  });
});
