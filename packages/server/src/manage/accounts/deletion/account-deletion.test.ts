import { afterAll, expect, test } from "bun:test";
import { unwrap } from "@weir/protocol/result";
import { waitUntil } from "../../../../../../tests/harness/wait-until.ts";
import { deletionByUuid, deletionOf, deletionsOnPage } from "../../../control/accounts/account-deletions.ts";
import { listAudit } from "../../../control/audit/audit-log.ts";
import { createApiKey } from "../../people/api-keys.ts";
import { KeptMails, PeopleApi } from "../../people/test-people-api.ts";
import { closeTestControls } from "../../test-control.ts";
import { askDeletion } from "./account-deletion.ts";
import { type DeletionParts, takeDeletionStep } from "./deletion-step.ts";

afterAll(closeTestControls);

async function scene(mails: KeptMails | null = null) {
  const people = await PeopleApi.create(mails);
  const plant = await people.api.addAccount("Plant");
  const office = await people.api.addAccount("Office");
  const ada = await people.add("ada@example.org", plant);
  const bob = await people.add("bob@example.org", plant);
  const vi = await people.add("vi@example.org", plant, "viewer");
  await people.join(bob, office);
  return { people, plant, office, ada, bob, vi };
}

const name = { body: { name: "Plant" } };

test("lets an owner who types the name ask for the deletion, and any owner cancel it", async () => {
  const { people, plant, ada, bob } = await scene();
  await using _ = people;
  const mistyped = await people.call(ada, plant, "askAccountDeletion", { body: { name: "plant" } });
  expect(mistyped.json).toMatchObject({
    status: 422,
    code: "wrong_account_name",
    errors: [{ field: "name" }],
  });
  const asked = await people.call(ada, plant, "askAccountDeletion", name);
  const deletion = {
    asked_at: "2026-06-01T12:00:00.000000Z",
    asked_by: "ada@example.org",
    due_at: "2026-06-08T12:00:00.000000Z",
    begun: false,
  };
  expect([asked.status, asked.json]).toEqual([201, deletion]);
  // Asking again neither puts it off nor changes who asked.
  expect((await people.call(bob, plant, "askAccountDeletion", name)).json).toEqual(deletion);
  const shown = await people.call(bob, plant, "showAccountDeletion");
  expect(shown.json).toMatchObject({ deletion, grace_days: 7, is_only_account: false });
  expect((await people.call(bob, plant, "cancelAccountDeletion")).status).toBe(204);
  expect((await people.call(ada, plant, "showAccountDeletion")).json.deletion).toBeNull();
  const again = await people.call(ada, plant, "cancelAccountDeletion");
  expect(again.json).toMatchObject({ status: 409, code: "no_account_deletion" });
  const actions = (await people.audited()).map(({ action, actor }) => `${action} ${actor}`);
  expect(actions).toEqual([
    "account.ask-deletion ada@example.org",
    "account.cancel-deletion bob@example.org",
  ]);
});

test("names the people who would be deleted with the account: those who are in no other", async () => {
  const { people, plant, ada } = await scene();
  await using _ = people;
  const { json } = await people.call(ada, plant, "showAccountDeletion");
  expect(json.people).toEqual(["ada@example.org", "vi@example.org"]);
});

test("refuses viewers, API keys and the only account that stays", async () => {
  const { people, plant, office, ada, bob, vi } = await scene();
  await using _ = people;
  for (const route of ["showAccountDeletion", "askAccountDeletion", "cancelAccountDeletion"] as const)
    expect((await people.call(vi, plant, route, name)).json).toMatchObject({
      status: 403,
      code: "role_needed",
    });
  const key = { name: "Key", scopes: ["account:read"] as const, expiresAt: null, createdBy: "ada" };
  const { text: secret } = unwrap(await createApiKey(people.api.control, plant.id, key));
  const byKey = await people.callWithKey(secret, plant, "askAccountDeletion");
  expect(byKey.json).toMatchObject({ status: 403, code: "not_for_keys" });
  await people.call(ada, plant, "askAccountDeletion", name);
  const last = await people.call(bob, office, "askAccountDeletion", { body: { name: "Office" } });
  expect(last.json).toMatchObject({ status: 409, code: "last_account" });
});

test("mails all owners when the deletion is asked for and cancelled", async () => {
  const kept = new KeptMails();
  const { people, plant, ada } = await scene(kept);
  await using _ = people;
  await people.call(ada, plant, "askAccountDeletion", name);
  await waitUntil("both owners are told", () => kept.mails.length === 2);
  expect(kept.mails.map(({ to }) => to).sort()).toEqual(["ada@example.org", "bob@example.org"]);
  expect(kept.mails[0]!.text).toContain('The deletion of the account "Plant" was requested.');
  expect(kept.mails[0]!.text).toContain("from 2026-06-08 12:00 UTC on");
  await people.call(ada, plant, "cancelAccountDeletion");
  await waitUntil("both owners are told", () => kept.mails.length === 4);
  expect(kept.mails[3]!.text).toContain("was cancelled. Nothing was deleted.");
});

test("locks everybody out first, then deletes the rest in steps of which each may be the last before a kill", async () => {
  const { people, plant, office, ada, bob } = await scene();
  await using _ = people;
  const { control } = people.api;
  const deletion = async () => (await deletionOf(control.db, plant.id))!;
  unwrap(await askDeletion(control, { accountId: plant.id, name: "Plant", days: 0 }));
  const parts: DeletionParts = {
    control,
    ask: (async () => ({ deleted: 0, complete: true })) as unknown as DeletionParts["ask"],
    settle: async () => undefined,
    settled: new Set(),
  };
  expect(await takeDeletionStep(parts, await deletion())).toBe("more");
  expect((await people.call(bob, plant, "showAccount")).status).toBe(404);
  expect((await people.call(ada, null, "listAccounts")).status).toBe(401);
  expect((await people.call(bob, office, "showAccount")).status).toBe(200);
  // Every step begins with what the control data says, as a new process would.
  while ((await takeDeletionStep({ ...parts, settled: new Set() }, await deletion())) !== "done");
  expect((await deletion()).ended_at).not.toBeNull();
  const accounts = await control.db.selectFrom("accounts").select("name").execute();
  expect(accounts).toEqual([{ name: "Office" }]);
  expect(await deletionsOnPage(control.db, { limit: 10 })).toMatchObject([
    { uuid: plant.uuid, name: "Plant", ended_at: expect.any(Number) },
  ]);
  const { account_id: accountId } = (await deletionByUuid(control.db, plant.uuid))!;
  const audit = await listAudit(control, accountId, { limit: 10 });
  const entries = audit.entries.map(({ action, subjectName }) => [action, subjectName]);
  expect(entries.slice(0, 3)).toEqual([
    ["account.delete", "Plant"],
    ["account.begin-deletion", "Plant"],
    ["account.ask-deletion", "Plant"],
  ]);
});
