import "../../../../../tests/harness/quick-passwords.ts";
import type { Role } from "@weir/protocol/manage/access";
import { accountDeletionRoutes } from "@weir/protocol/manage/account-deletion-routes";
import { accountRoutes } from "@weir/protocol/manage/account-routes";
import { apiKeyRoutes } from "@weir/protocol/manage/api-key-routes";
import { auditRoutes } from "@weir/protocol/manage/audit-routes";
import { invitationRoutes } from "@weir/protocol/manage/invitation-routes";
import { operatorDeletionRoutes } from "@weir/protocol/manage/operator-deletion-routes";
import { passwordResetRoutes } from "@weir/protocol/manage/password-reset-routes";
import { unwrap } from "@weir/protocol/result";
import type { AccessControl } from "../../web/access-control.ts";
import { accountHandlers } from "../accounts/account-handlers.ts";
import { accountDeletionHandlers } from "../accounts/deletion/account-deletion-handlers.ts";
import { auditHandlers } from "../audit/audit-handlers.ts";
import type { ApiParts } from "../core/api-context.ts";
import type { Mail, Mailer } from "../core/mailer.ts";
import { allRows } from "../test-control.ts";
import { ApiUnderTest, type TestAccount, type TestAnswer, type TestCall } from "../testing/api-under-test.ts";
import { apiKeyHandlers } from "./api-key-handlers.ts";
import { invitationHandlers } from "./invitation-handlers.ts";
import { insertMember } from "./members.ts";
import { hashPassword } from "./password.ts";
import { passwordResetHandlers } from "./password-reset-handlers.ts";
import { createPeopleAccessControl } from "./people-access-control.ts";
import { createSession } from "./sessions.ts";
import { createUser } from "./users.ts";

const routes = {
  ...accountDeletionRoutes,
  ...operatorDeletionRoutes,
  ...accountRoutes,
  ...apiKeyRoutes,
  ...auditRoutes,
  ...invitationRoutes,
  ...passwordResetRoutes,
};
const handlers = {
  ...accountDeletionHandlers,
  ...accountHandlers,
  ...apiKeyHandlers,
  ...auditHandlers,
  ...invitationHandlers,
  ...passwordResetHandlers,
};

/** A person with a session, whose requests carry its cookie. */
export interface TestPerson {
  readonly id: number;
  readonly uuid: string;
  readonly email: string;
  readonly headers: Readonly<Record<string, string>>;
}

export const testPassword = "correct horse battery";

/** For tests: members, keys and invitations behind the real access control. */
export class PeopleApi implements AsyncDisposable {
  readonly api: ApiUnderTest<typeof routes>;

  private constructor(api: ApiUnderTest<typeof routes>) {
    this.api = api;
  }

  static async create(
    mailer: Mailer | null = null,
    parts: Pick<Partial<ApiParts>, "accountRules"> = {},
  ): Promise<PeopleApi> {
    let real: AccessControl | null = null;
    const access: AccessControl = {
      identify: (request) => real!.identify(request),
      accessTo: (caller, account) => real!.accessTo(caller, account),
    };
    const api = await ApiUnderTest.create(routes, handlers, { access, parts: { mailer, ...parts } });
    real = createPeopleAccessControl(api.control);
    return new PeopleApi(api);
  }

  /** A new person; with an account, a member of it. */
  async add(email: string, account: TestAccount | null = null, role: Role = "owner"): Promise<TestPerson> {
    const { control } = this.api;
    const passwordHash = await hashPassword(testPassword);
    return control.transact(async (tx) => {
      const nowUs = control.nowUs();
      const user = unwrap(await createUser(tx, { email, name: email, passwordHash }, nowUs));
      const { id, uuid } = user;
      if (account !== null) await insertMember(tx, { accountId: account.id, userId: id, role, nowUs });
      const session = await createSession(tx, id, { source: "192.0.2.1", userAgent: "" }, nowUs);
      const { token } = session;
      // However long a test makes them wait, they are not asked for another proof.
      const proved = { proved_at: Number.MAX_SAFE_INTEGER };
      await tx.updateTable("sessions").set(proved).where("id", "=", session.id).execute();
      return { id, uuid, email, headers: { cookie: `__Host-weir_session=${token}` } };
    });
  }

  /** Makes the person an owner of more accounts. */
  async join(person: TestPerson, ...accounts: readonly TestAccount[]): Promise<void> {
    const { control } = this.api;
    await control.transact(async (tx) => {
      const owner = { userId: person.id, role: "owner", nowUs: control.nowUs() } as const;
      for (const { id: accountId } of accounts) await insertMember(tx, { ...owner, accountId });
    });
  }

  call(
    who: TestPerson | null,
    account: TestAccount | null,
    name: keyof typeof routes,
    call: TestCall = {},
  ): Promise<TestAnswer> {
    const headers = { ...who?.headers, ...call.headers };
    return this.api.as("nobody", account).call(name, { ...call, headers });
  }

  callWithKey(key: string, account: TestAccount | null, name: keyof typeof routes): Promise<TestAnswer> {
    return this.call(null, account, name, { headers: { authorization: `Bearer ${key}` } });
  }

  /** All entries that requests wrote to the audit log, the oldest first, without the set-up of the test. */
  async audited() {
    const entries = this.api.control.db.selectFrom("audit_log").selectAll();
    return entries.where("request_id", "!=", "").orderBy("id").execute();
  }

  /** All control data as text, to search for what must not be there. */
  async everythingKept(): Promise<string> {
    const rows = [...(await allRows(this.api.control)).values()].flat();
    const asText = (_key: string, value: unknown) =>
      value instanceof Uint8Array ? Buffer.from(value).toString("latin1") : value;
    return JSON.stringify(rows, asText);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.api[Symbol.asyncDispose]();
  }
}

/** Keeps mails instead of sending them. */
export class KeptMails implements Mailer {
  readonly mails: Mail[] = [];

  async send(mail: Mail): Promise<void> {
    this.mails.push(mail);
  }
}
