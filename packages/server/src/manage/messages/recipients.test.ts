import { afterAll, describe, expect, test } from "bun:test";
import { join } from "node:path";
import { type Control, withinAccount } from "../../control/control.ts";
import { recipientStandings } from "../../control/recipients/recipient-standings.ts";
import { listRecipients } from "../../control/recipients/recipients.ts";
import { fillRecipients } from "../../control/sqlite/migrations/recipient-tables.ts";
import { isTestDataInFile } from "../../control/test-open-control.ts";
import { openDatabase } from "../../platform/sqlite/open-database.ts";
import { publishChain } from "../chains/chain-publishing.ts";
import { createChain } from "../chains/chains.ts";
import { line, makePublishedChain, testNode } from "../chains/test-chains.ts";
import { createUser } from "../people/users.ts";
import {
  closeTestControls,
  codeOf,
  commitUnaudited,
  makeAccount,
  openTestControl,
  unwrap,
} from "../test-control.ts";
import { askRecipientAgain, noteRecipient, recipientsPerAccountMax, removeRecipient } from "./recipients.ts";

afterAll(closeTestControls);

const mailing = (to: string) => line(testNode("tell", "email", { to, subject: "S", text: "T" }));
const emails = async (control: Control, accountId: number) =>
  (await listRecipients(control, accountId, { limit: 2000 })).map(({ email }) => email);

async function addMember(control: Control, accountId: number, email: string, isEmailVerified: boolean) {
  await commitUnaudited(control, async (tx) => {
    const user = await createUser(
      tx,
      { email, name: "M", passwordHash: "x", isEmailVerified },
      control.nowUs(),
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
  test("records its addresses except verified members, announces them, and recognises them the next time", async () => {
    const { control, announced } = openTestControl();
    const account = await makeAccount(control);
    await addMember(control, account.id, "ada@x.org", true);
    await addMember(control, account.id, "bob@x.org", false);
    announced.length = 0;
    const definition = mailing("Ada@x.org, bob@x.org, ops@x.org");
    await makePublishedChain(control, account.id, "Tell", definition);
    expect(await emails(control, account.id)).toEqual(["bob@x.org", "ops@x.org"]);
    expect(announced.filter(({ kind }) => kind === "recipients")).toHaveLength(1);
    const other = unwrap(
      await createChain(control, { accountId: account.id, name: "Other", definition: mailing("OPS@x.org") }),
    );
    announced.length = 0;
    unwrap(await publishChain(control, other.uuid));
    expect(await emails(control, account.id)).toEqual(["bob@x.org", "ops@x.org"]);
    expect(announced.filter(({ kind }) => kind === "recipients")).toEqual([]);
  });
});

describe("the standing of an address", () => {
  test("belongs to each account, and a refusal outweighs membership", async () => {
    const { control } = openTestControl();
    const plant = await makeAccount(control);
    const office = await makeAccount(control, "Office");
    await addMember(control, plant.id, "ada@x.org", true);
    await addMember(control, plant.id, "bob@x.org", false);
    await noteRecipient(control, plant.id, "ops@x.org");
    const standings = (accountId: number) =>
      recipientStandings(control, accountId, ["ADA@x.org", "bob@x.org", "Ops@x.org"]);
    expect(await standings(plant.id)).toEqual(["member", "unknown", "waiting"]);
    expect(await standings(office.id)).toEqual(["unknown", "unknown", "unknown"]);
    await control.transact((tx) => tx.updateTable("mail_recipients").set({ state: "confirmed" }).execute());
    expect((await standings(plant.id))[2]).toBe("confirmed");
    await noteRecipient(control, office.id, "ada@x.org");
    await control.transact((tx) =>
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
    const { control } = openTestControl();
    const plant = await makeAccount(control);
    const office = await makeAccount(control, "Office");
    await noteRecipient(control, plant.id, "ops@x.org");
    const [recipient] = await listRecipients(control, plant.id, { limit: 1 });
    const theirs = withinAccount(control, office.id);
    expect(await emails(theirs, plant.id)).toEqual([]);
    expect(await emails(theirs, office.id)).toEqual([]);
    for (const change of [askRecipientAgain, removeRecipient]) {
      expect(codeOf(await change(theirs, office.id, recipient!.uuid))).toBe("unknown_recipient");
      expect(codeOf(await change(theirs, plant.id, recipient!.uuid))).toBe("unknown_recipient");
    }
  });

  test("are limited in number", async () => {
    const { control } = openTestControl();
    const { id } = await makeAccount(control);
    const values = Array.from({ length: recipientsPerAccountMax - 1 }, (_, index) => ({
      uuid: `u${index}`,
      account_id: id,
      email: `a${index}@x.org`,
      state: "waiting",
      created_at: 1,
    }));
    await control.transact((tx) =>
      tx
        .insertInto("mail_recipients")
        .values(values as never)
        .execute(),
    );
    for (const email of ["one@x.org", "two@x.org"]) await noteRecipient(control, id, email);
    expect((await emails(control, id)).filter((email) => !email.startsWith("a"))).toEqual(["one@x.org"]);
  });

  test("are asked again a day later at the earliest, and not once they have answered", async () => {
    const { control } = openTestControl();
    const { id } = await makeAccount(control);
    await noteRecipient(control, id, "ops@x.org");
    const [{ uuid } = { uuid: "" }] = await listRecipients(control, id, { limit: 1 });
    const askAfter = async (hours: number) => {
      const mailed_at = control.nowUs() - hours * 3_600_000_000;
      await control.transact((tx) =>
        tx.updateTable("mail_recipients").set({ is_asked: 1, mailed_at }).execute(),
      );
      return codeOf(await askRecipientAgain(control, id, uuid));
    };
    expect([await askAfter(23), await askAfter(25)]).toEqual(["asked_recently", "ok"]);
    await control.transact((tx) => tx.updateTable("mail_recipients").set({ state: "confirmed" }).execute());
    expect(await askAfter(25)).toBe("recipient_answered");
  });
});

test.if(isTestDataInFile)(
  "lets addresses in chains of an older file wait to be asked, except verified members",
  async () => {
    const { control, dataDir } = openTestControl();
    const { id } = await makeAccount(control);
    await addMember(control, id, "ada@x.org", true);
    await makePublishedChain(control, id, "Tell", mailing("ada@x.org, ops@x.org"));
    await control.transact((tx) => tx.deleteFrom("mail_recipients").execute());
    using db = openDatabase(join(dataDir, "control.db"), { synchronous: "full" });
    fillRecipients(db);
    fillRecipients(db);
    expect(await listRecipients(control, id, { limit: 10 })).toMatchObject([
      { email: "ops@x.org", state: "waiting", isAsked: 0 },
    ]);
  },
);
