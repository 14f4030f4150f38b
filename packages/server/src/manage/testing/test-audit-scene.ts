import "../../../../../tests/harness/quick-passwords.ts";
import { manageRoutes } from "@weir/protocol/manage/routes";
import { unwrap } from "@weir/protocol/result";
import type { ChainDefinition } from "@weir/rule-engine/chain";
import type { Control } from "../../control/control.ts";
import { saveDraft } from "../chains/chain-drafts.ts";
import { publishChain } from "../chains/chain-publishing.ts";
import { saving } from "../chains/test-chains.ts";
import type { ChainControl } from "../chains/work/chain-control.ts";
import { createManageHandlers } from "../handlers.ts";
import { hashPassword } from "../people/password.ts";
import { createSession } from "../people/sessions.ts";
import { createUser } from "../people/users.ts";
import type { TestRecords } from "../test-records.ts";
import { RecordsApiUnderTest } from "./records-api-under-test.ts";
import type { ApiTenant } from "./test-tenants.ts";

export const password = "correct horse battery";
const passwordHash = hashPassword(password);

/** For tests of all routes: an account with a device and people, in front of every handler and a real processor. */
export interface AuditScene {
  readonly api: RecordsApiUnderTest<typeof manageRoutes>;
  readonly records: TestRecords;
  readonly control: ChainControl;
  readonly plant: ApiTenant;
  readonly office: ApiTenant;
  /** UUID of a viewer of Plant, whose owner Ada makes the requests. */
  readonly bob: string;
  /** Makes Bob an owner as well. */
  makeOwner(): Promise<void>;
  /** Assigns this definition to the device of Plant. */
  use(definition: ChainDefinition): Promise<void>;
}

export async function openAuditScene(): Promise<AuditScene> {
  const sink = { aheadMaxMs: 5000, take: async () => ({ accepted: 1, duplicates: 0 }) };
  const api = await RecordsApiUnderTest.create(manageRoutes, createManageHandlers(sink), saving);
  const { records, plant, office } = api;
  const { control } = records;
  const bob = await addPeople(control, plant.accountId);
  return {
    api,
    records,
    control,
    plant,
    office,
    bob,
    async makeOwner() {
      await control.transact((tx) => tx.updateTable("memberships").set({ role: "owner" }).execute());
    },
    async use(definition) {
      unwrap(await saveDraft(control, plant.chain.uuid, { definition }));
      unwrap(await publishChain(control, plant.chain.uuid));
    },
  };
}

async function addPeople(control: Control, accountId: number): Promise<string> {
  const hash = await passwordHash;
  return control.transact(async (tx) => {
    const nowUs = control.nowUs();
    const add = async (name: string, role: "owner" | "viewer") => {
      const user = unwrap(
        await createUser(tx, { email: `${name}@example.org`, name, passwordHash: hash }, nowUs),
      );
      const membership = { account_id: accountId, user_id: user.id, role, created_at: nowUs };
      await tx.insertInto("memberships").values(membership).execute();
      return user;
    };
    const ada = await add("ada", "owner");
    for (const source of ["192.0.2.1", "192.0.2.2"])
      await createSession(tx, ada.id, { source, userAgent: "" }, nowUs);
    return (await add("bob", "viewer")).uuid;
  });
}
