import { beforeAll, expect, test } from "bun:test";
import { waitUntil } from "../harness/wait-until.ts";
import { describePages } from "./harness/describe-pages.ts";
import type { Page } from "./harness/page.ts";
import { origin } from "./harness/window.ts";

describePages("settings", (at) => {
  beforeAll(async () => {
    await at.letIn(at.people.editor, "editor");
    await at.owner.do("POST", "./device-groups", { name: "Greenhouses" });
    await at.owner.do("POST", "./sensor-types", { name: "Salinity", unit: "g/l", min: 0, max: 40 });
    await at.owner.do("POST", "./api-keys", { name: "Grafana", scopes: ["readings:read", "devices:read"] });
    await at.owner.do("POST", "./invitations", { email: at.people.viewer.email, role: "viewer" });
  });

  const undo = async (page: Page): Promise<void> => {
    await page.getByRole("button", { name: "Undo" }).click();
    await page.getByText("Undone.").waitFor();
  };

  test("refuse to delete the only account of the server", async () => {
    await at.owner.do("PATCH", ".", { name: "Farm" });
    await at.visit(async (page) => {
      await page.goto("/settings");
      await page.getByRole("button", { name: "Delete account" }).click();
      await page.getByText("This is the only account of the server").waitFor();
      const confirm = page.getByRole("dialog").getByRole("button", { name: "Delete account" });
      await page.getByLabel("Type “Farm” to confirm").fill("Farm");
      expect(await confirm.isDisabled()).toBeTrue();
    });
  });

  test("undo a change of a member's role", async () => {
    const roleOfBo = async (): Promise<string> => {
      const { items } = await at.owner.do("GET", "./members");
      return items.find(({ name }: { name: string }) => name === at.people.editor.name).role;
    };
    await at.visit(async (page) => {
      await page.goto("/settings/members");
      await page.getByLabel(`Role of ${at.people.editor.name}`).selectOption("Viewer");
      await waitUntil("the role is changed", async () => (await roleOfBo()) === "viewer");
      await undo(page);
      expect(await roleOfBo()).toBe("editor");
    });
  });

  test("list what a member made that works without them before they are removed, and revoke it if that is ticked", async () => {
    const leaving = { email: "otto@example.org", name: "Otto", password: "nine grey herons" };
    const otto = await at.letIn(leaving, "owner");
    await otto.do("POST", "./api-keys", { name: "Otto's script", scopes: ["devices:read"] });
    await at.visit(async (page) => {
      await page.goto("/settings/members");
      await page.getByRole("button", { name: "Remove Otto" }).click();
      const dialog = page.getByRole("dialog", { name: "Remove Otto?" });
      await dialog.getByText("API key “Otto's script”").waitFor();
      await dialog.getByLabel("Revoke all of them").check();
      await dialog.getByRole("button", { name: "Remove", exact: true }).click();
      await page.getByText("Otto is no longer a member.").waitFor();
    });
    const { items } = await at.owner.do("GET", "./api-keys");
    expect(items.map(({ name }: { name: string }) => name)).not.toContain("Otto's script");
  });

  test("restore an empty group and a sensor type with Undo", async () => {
    const state = async () => {
      const groups = await at.owner.do("GET", "./device-groups");
      const { items } = await at.owner.do("GET", "./sensor-types");
      const types = items.map(({ uuid, created_at, ...fields }: Record<string, unknown>) => fields);
      return { groups: groups.items, types };
    };
    const before = await state();
    await at.visit(async (page) => {
      await page.goto("/devices/groups");
      await page.getByRole("button", { name: "Delete Greenhouses" }).click();
      await page.getByText("No groups yet").waitFor();
      await undo(page);
      await page.goto("/devices/sensor-types");
      await page.getByRole("button", { name: "Delete Salinity" }).click();
      await page.getByRole("row", { name: /^Salinity/ }).waitFor({ state: "detached" });
      await undo(page);
    });
    expect(await state()).toEqual(before);
  });

  test("ask before a shorter retention, say what will be deleted, and undo it", async () => {
    const days = async (): Promise<number | null> => (await at.owner.do("GET", "./retention")).days;
    await at.visit(async (page) => {
      await page.goto("/settings/retention");
      await page.getByLabel("Keep readings").selectOption("30 days");
      await page.getByRole("link", { name: "Home" }).click();
      await page.getByText("Unsaved changes: how long readings are kept.").waitFor();
      await page.getByRole("button", { name: "Keep editing" }).click();
      await page.getByRole("button", { name: "Save" }).click();
      const question = page.getByRole("dialog");
      await question.getByText("are permanently deleted").waitFor();
      expect(await days()).toBeNull();
      await question.getByLabel("Type “delete” to confirm").fill("delete");
      await question.getByRole("button", { name: "Delete older readings" }).click();
      await page.getByText("Older ones are deleted within about an hour.").waitFor();
      expect(await days()).toBe(30);
      await undo(page);
      expect(await days()).toBeNull();
    });
  });

  test("show a new API key with an example request that its scopes allow", async () => {
    for (const scope of ["devices:read", "readings:read", "operations:read"]) {
      const example = await at.visit(async (page) => {
        await page.goto("/settings/api-keys");
        await page.getByRole("button", { name: "Create key" }).click();
        await page.getByLabel("Name").fill(`Only ${scope}`);
        for (const box of await page.getByRole("checkbox").all()) await box.uncheck();
        await page.getByRole("checkbox", { name: scope }).check();
        await page.getByRole("button", { name: "Create key" }).click();
        return page.getByRole("region", { name: "Example" }).innerText();
      });
      const [, url, key] = /(http\S+)[\s\S]*Bearer (\S+)'/.exec(example)!;
      expect((await fetch(url!, { headers: { authorization: `Bearer ${key}` } })).status).toBe(200);
    }
  });

  test("say beside the scopes of a new API key which of them also need readings:read", async () => {
    await at.visit(async (page) => {
      await page.goto("/settings/api-keys");
      await page.getByRole("button", { name: "Create key" }).click();
      for (const scope of ["devices:write", "chains:write", "operations:write", "boards:write"]) {
        const box = page.getByRole("checkbox", { name: scope });
        const note = page.getByText("needs readings:read, because");
        expect(await note.count()).toBe(0);
        await box.check();
        await note.or(page.getByText("need readings:read, because")).waitFor();
        await box.uncheck();
      }
    });
  });

  test("warn about a weak password before it is sent, and the server refuses it too", async () => {
    const refused = await fetch(`${origin}/api/manage/v1/session/password`, {
      method: "PUT",
      headers: {
        "content-type": "application/json",
        "sec-fetch-site": "same-origin",
        cookie: at.owner.cookie,
      },
      body: JSON.stringify({ old_password: at.person.password, new_password: "aaaaaaaaaaaa" }),
    });
    const { errors } = (await refused.json()) as { errors: { field: string; message: string }[] };
    expect(errors).toMatchObject([{ field: "new_password" }]);
    // Every request would be refused and fail the visit.
    await at.visit(async (page) => {
      await page.goto("/settings/profile");
      await page.getByRole("button", { name: "Change password" }).click();
      await page.getByLabel("Current password").fill(at.person.password);
      await page.getByLabel("New password").fill("aaaaaaaaaaaa");
      await page.getByText(errors[0]!.message).waitFor();
      await page.getByRole("button", { name: "Change password" }).click();
      expect(await page.getByLabel("New password").inputValue()).toBe("aaaaaaaaaaaa");
    });
  });
});
