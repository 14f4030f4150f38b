import { unwrap } from "@weir/protocol/result";
import { accountById } from "../../../control/accounts/accounts.ts";
import type { Control } from "../../../control/control.ts";
import { decodeBase32 } from "../../../web/testing/test-base32.ts";
import { askDeletion } from "../../accounts/deletion/account-deletion.ts";
import { createApiKey } from "../../people/api-keys.ts";
import { issueVerification, startEmailChange } from "../../people/email-links.ts";
import { createInvitation } from "../../people/invitations.ts";
import { issuePasswordReset } from "../../people/password-reset.ts";
import { makeSetupSecret } from "../../people/set-up.ts";
import { stepAt, totpCode } from "../../people/totp.ts";
import { confirmTotp, startTotp } from "../../people/totp-enrolment.ts";
import { createSample } from "../../sample/insert-sample.ts";
import type { TestCall } from "../api-under-test.ts";
import { password } from "../test-audit-scene.ts";
import { adaId, of, type RouteExample } from "./test-route-example.ts";

const withTotp: (call: (code: string) => TestCall) => RouteExample =
  (call) =>
  async ({ control }) => {
    const { secret } = unwrap(await startTotp(control, 1, password));
    const code = (step: number) => totpCode(decodeBase32(secret), step);
    const now = stepAt(Date.now());
    unwrap(await confirmTotp(control, { userId: 1, sessionId: 1 }, code(now)));
    return call(code(now + 1));
  };

async function nameOf(control: Control, accountId: number): Promise<string> {
  return (await accountById(control.db, accountId)).name;
}

/** Accounts, members, keys, sessions and sign-in. */
export const peopleExamples: Readonly<Record<string, RouteExample>> = {
  addPerson: ({ plant }) => ({
    body: { email: "eve@example.org", account: plant.account.uuid, role: "viewer" },
  }),
  changePersonEmail: () => ({ params: { email: "bob@example.org" }, body: { email: "bob@example.com" } }),
  resetPersonPassword: () => ({ params: { email: "bob@example.org" }, body: {} }),
  deletePerson: () => ({ params: { email: "bob@example.org" } }),
  addAccount: () => ({ body: { name: "North plant" } }),
  askAccountDeletion: async ({ control, plant }) => ({
    body: { name: await nameOf(control, plant.accountId) },
  }),
  cancelAccountDeletion: async ({ control, plant }) => {
    const { accountId } = plant;
    unwrap(await askDeletion(control, { accountId, name: await nameOf(control, accountId), days: 7 }));
    return {};
  },
  deleteAccountNow: async ({ control, plant }) => ({
    body: { account: plant.account.uuid, name: await nameOf(control, plant.accountId) },
  }),
  createAccount: () => ({ body: { name: "North plant" } }),
  renameAccount: () => ({ body: { name: "South plant" } }),
  requireSecondFactor: withTotp(() => ({ body: { required: true } })),
  leaveAccount: ({ makeOwner }) => makeOwner().then(() => ({})),
  changeMember: ({ bob }) => of({ member: bob }, { role: "editor" }),
  removeMember: ({ bob }) => of({ member: bob }),
  createApiKey: () => ({ body: { name: "Key", scopes: ["devices:read"], expires_in_days: null } }),
  revokeApiKey: async ({ control, plant }) => {
    const key = { name: "Key", scopes: [], expiresAt: null, createdBy: "ada" };
    return of({ key: unwrap(await createApiKey(control, plant.accountId, key)).uuid });
  },
  loadSampleData: () => ({}),
  removeSampleData: async ({ control, plant }) => {
    unwrap(await createSample(control, plant.accountId));
    return {};
  },
  rotateKey: () => ({}),
  createInvitation: () => ({ body: { email: "nora@example.org", role: "viewer" } }),
  revokeInvitation: async ({ control, plant }) => {
    const invitation = {
      email: "nora@example.org",
      role: "viewer",
      invitedBy: "ada",
      isMailed: false,
    } as const;
    return of({ invitation: unwrap(await createInvitation(control, plant.accountId, invitation)).uuid });
  },
  acceptInvitation: async ({ control, office }) => {
    const invitation = {
      email: "nora@example.org",
      role: "viewer",
      invitedBy: "ada",
      isMailed: false,
    } as const;
    const { token } = unwrap(await createInvitation(control, office.accountId, invitation));
    return { body: { token, name: "Nora", password: "purple staircase lantern" } };
  },
  confirmEmail: async ({ control }) => {
    const { token } = (await issueVerification(control, await adaId(control)))!;
    return { body: { token } };
  },
  cancelEmailChange: async ({ control }) => {
    const change = { userId: await adaId(control), email: "ada@new.example", nowUs: control.nowUs() };
    await control.transact((tx) => startEmailChange(tx, change));
    return {};
  },
  resetPassword: async ({ control }) => {
    const { token } = (await issuePasswordReset(control, "ada@example.org"))!;
    return { body: { token, password: "purple staircase lantern" } };
  },
  setUp: async ({ control }) => {
    await control.transact((tx) => tx.deleteFrom("memberships").execute());
    const owner = { email: "olga@example.org", name: "Olga", password: "purple staircase lantern" };
    return { body: { ...owner, secret: await makeSetupSecret(control) } };
  },
  signIn: () => ({ body: { email: "ada@example.org", password } }),
  signOut: () => ({}),
  revokeSession: () => of({ session: "2" }),
  revokeOtherSessions: () => ({}),
  signOutEverywhere: () => ({}),
  changePassword: () => ({ body: { old_password: password, new_password: "purple staircase lantern" } }),
  changeUser: () => ({ body: { password, name: "Ada L" } }),
  changePreferences: () => ({ body: { theme: "dark" as const } }),
  startTotp: () => ({ body: { password } }),
  confirmTotp: async ({ control }) => {
    const { secret } = unwrap(await startTotp(control, 1, password));
    return { body: { code: totpCode(decodeBase32(secret), stepAt(Date.now())) } };
  },
  renewRecoveryCodes: withTotp((totp) => ({ body: { password, totp } })),
  disableTotp: withTotp((totp) => ({ body: { password, totp } })),
};
