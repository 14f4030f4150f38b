import { afterAll, describe, expect, test } from "bun:test";
import { join } from "node:path";
import { type ControlStore, withinAccount } from "../../control/control-store.ts";
import { recipientStandings } from "../../control/recipients/recipient-standings.ts";
import { listRecipients } from "../../control/recipients/recipients.ts";
import { fillRecipients } from "../../control/sqlite/migrations/recipient-tables.ts";
import { openDatabase } from "../../platform/sqlite/open-database.ts";
import { publishChain } from "../chains/chain-publishing.ts";
import { createChain } from "../chains/chains.ts";
import { line, makePublishedChain, testNode } from "../chains/test-chains.ts";
import { createUser } from "../people/users.ts";
import {
  closeTestStores,
  codeOf,
  commitUnaudited,
  makeAccount,
  openTestStore,
  unwrap,
} from "../test-store.ts";
import { askRecipientAgain, noteRecipient, recipientsPerAccountMax, removeRecipient } from "./recipients.ts";

afterAll(closeTestStores);

const mailing = (to: string) => line(testNode("tell", "email", { to, subject: "S", text: "T" }));
const emails = async (store: ControlStore, accountId: number) =>
  (await listRecipients(store, accountId, { limit: 2000 })).map(({ email }) => email);

async function addMember(store: ControlStore, accountId: number, email: string, isEmailVerified: boolean) {
  await commitUnaudited(store, async (tx) => {
    const user = await createUser(
      tx,
      { email, name: "M", passwordHash: "x", isEmailVerified },
      store.nowUs(),
    );
    if (!user.ok) return user;
    const membership = {
      account_id: accountId,
      user_id: user.value.id,
      role: "viewer",
      created_at: 1,
    } as const;
    await tx.insertInto("memberships").values(membership).execute();
    return user;
  });
}

describe("publishing a chain", () => {
  test("records its addresses except verified members, announces them, and knows them the next time", async () => {
    const { store, announced } = openTestStore();
    const account = await makeAccount(store);
    await addMember(store, account.id, "ada@x.org", true);
    await addMember(store, account.id, "bob@x.org", false);
    announced.length = 0;
    const definition = mailing("Ada@x.org, bob@x.org, ops@x.org");
    await makePublishedChain(store, account.id, "Tell", definition);
    expect(await emails(store, account.id)).toEqual(["bob@x.org", "ops@x.org"]);
    expect(announced.filter(({ kind }) => kind === "recipients")).toHaveLength(1);
    const other = unwrap(
      await createChain(store, { accountId: account.id, name: "Other", definition: mailing("OPS@x.org") }),
    );
    announced.length = 0;
    unwrap(await publishChain(store, other.uuid));
    expect(await emails(store, account.id)).toEqual(["bob@x.org", "ops@x.org"]);
    expect(announced.filter(({ kind }) => kind === "recipients")).toEqual([]);
  });
});

describe("the standing of an address", () => {
  test("is each account's own; a no counts more than being a member", async () => {
    const { store } = openTestStore();
    const plant = await makeAccount(store);
    const office = await makeAccount(store, "Office");
    await addMember(store, plant.id, "ada@x.org", true);
    await addMember(store, plant.id, "bob@x.org", false);
    await noteRecipient(store, plant.id, "ops@x.org");
    const standings = (accountId: number) =>
      recipientStandings(store, accountId, ["ADA@x.org", "bob@x.org", "Ops@x.org"]);
    expect(await standings(plant.id)).toEqual(["member", "unknown", "waiting"]);
    expect(await standings(office.id)).toEqual(["unknown", "unknown", "unknown"]);
    await store.transact((tx) => tx.updateTable("mail_recipients").set({ state: "confirmed" }).execute());
    expect((await standings(plant.id))[2]).toBe("confirmed");
    await noteRecipient(store, office.id, "ada@x.org");
    await store.transact((tx) =>
      tx
        .insertInto("mail_recipients")
        .values({ uuid: "u", account_id: plant.id, email: "ada@x.org", state: "declined", created_at: 1 })
        .execute(),
    );
    expect([(await standings(plant.id))[0], (await standings(office.id))[0]]).toEqual([
      "declined",
      "waiting",
    ]);
  });
});

describe("recipients", () => {
  test("of another account cannot be seen, asked or removed", async () => {
    const { store } = openTestStore();
    const plant = await makeAccount(store);
    const office = await makeAccount(store, "Office");
    await noteRecipient(store, plant.id, "ops@x.org");
    const [recipient] = await listRecipients(store, plant.id, { limit: 1 });
    const theirs = withinAccount(store, office.id);
    expect(await emails(theirs, plant.id)).toEqual([]);
    expect(await emails(theirs, office.id)).toEqual([]);
    for (const change of [askRecipientAgain, removeRecipient]) {
      expect(codeOf(await change(theirs, office.id, recipient!.uuid))).toBe("unknown_recipient");
      expect(codeOf(await change(theirs, plant.id, recipient!.uuid))).toBe("unknown_recipient");
    }
  });

  test("are limited in number", async () => {
    const { store } = openTestStore();
    const { id } = await makeAccount(store);
    const values = Array.from({ length: recipientsPerAccountMax - 1 }, (_, index) => ({
      ...{ uuid: `u${index}`, account_id: id, email: `a${index}@x.org`, state: "waiting", created_at: 1 },
    }));
    await store.transact((tx) =>
      tx
        .insertInto("mail_recipients")
        .values(values as never)
        .execute(),
    );
    for (const email of ["one@x.org", "two@x.org"]) await noteRecipient(store, id, email);
    expect((await emails(store, id)).filter((email) => !email.startsWith("a"))).toEqual(["one@x.org"]);
  });

  test("are asked again a day later at the earliest, and not once they have answered", async () => {
    const { store } = openTestStore();
    const { id } = await makeAccount(store);
    await noteRecipient(store, id, "ops@x.org");
    const [{ uuid } = { uuid: "" }] = await listRecipients(store, id, { limit: 1 });
    const askAfter = async (hours: number) => {
      const mailed_at = store.nowUs() - hours * 3_600_000_000;
      await store.transact((tx) =>
        tx.updateTable("mail_recipients").set({ is_asked: 1, mailed_at }).execute(),
      );
      return codeOf(await askRecipientAgain(store, id, uuid));
    };
    expect([await askAfter(23), await askAfter(25)]).toEqual(["asked_recently", "ok"]);
    await store.transact((tx) => tx.updateTable("mail_recipients").set({ state: "confirmed" }).execute());
    expect(await askAfter(25)).toBe("recipient_answered");
  });
});

test("addresses in chains of an older file wait to be asked, but for verified members", async () => {
  const { store, dataDir } = openTestStore();
  const { id } = await makeAccount(store);
  await addMember(store, id, "ada@x.org", true);
  await makePublishedChain(store, id, "Tell", mailing("ada@x.org, ops@x.org"));
  await store.transact((tx) => tx.deleteFrom("mail_recipients").execute());
  using db = openDatabase(join(dataDir, "control.db"), { synchronous: "full" });
  fillRecipients(db);
  fillRecipients(db);
  expect(await listRecipients(store, id, { limit: 10 })).toMatchObject([
    { email: "ops@x.org", state: "waiting", isAsked: 0 },
  ]);
});
