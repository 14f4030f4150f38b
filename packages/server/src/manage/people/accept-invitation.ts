import type { Control, ControlTransaction } from "../../control/control.ts";
import { deleteInvitation, type Invitation, type OpenInvitation } from "../../control/people/invitations.ts";
import { findUserByEmail, findUserById, type UserRow, updateUser } from "../../control/people/users.ts";
import { type Result, refuse, succeed } from "../core/manage-error.ts";
import { validateName } from "../core/validate-text.ts";
import { commitPeople } from "./commit-people.ts";
import { acceptanceOf } from "./invitation-actions.ts";
import { emailUnverified, invitationGone, signInNeeded } from "./invitation-refusals.ts";
import { findOpenInvitation } from "./invitations.ts";
import type { Joined } from "./joined.ts";
import { insertMember } from "./members.ts";
import { hashPassword, refusePassword } from "./password.ts";
import { displaceUnverified, mayBeStranger, proveMailbox } from "./prove-mailbox.ts";
import { createSession, type Origin } from "./sessions.ts";
import { writePassword } from "./set-password.ts";
import { createUser } from "./users.ts";

interface NewPerson {
  readonly name: string | undefined;
  readonly password: string | undefined;
  readonly origin: Origin;
}

/**
 * For a signed-in person. The link counts, not the address it was sent to, because people have several addresses. A
 * person with an unverified address may be using a stranger's, so they can join by a mailed link only with the address
 * it was sent to.
 */
export async function acceptAsUser(control: Control, token: string, userId: number): Promise<Result<Joined>> {
  return commitPeople(
    control,
    async (tx) => {
      const found = await findOpenInvitation(tx, token, control.nowUs());
      if (found === undefined) return invitationGone();
      const user = await findUserById(tx, userId);
      if (user === undefined) return refuse("unknown_user", "You are no longer signed in.");
      const nowUs = control.nowUs();
      const { email, isMailed } = found.invitation;
      if (isMailed === 1 && user.email_verified_at === null) {
        if (email.toLowerCase() !== user.email.toLowerCase()) return emailUnverified();
        await updateUser(tx, userId, { email_verified_at: nowUs });
      }
      return join(tx, { ...found, user, nowUs });
    },
    acceptanceOf,
  );
}

/**
 * For a person who is not signed in: creates them, adds them to the account and signs them in, or does nothing. An
 * address that is already in use is refused, with one exception: a mailed link to an address that was never verified.
 * The person who opens it owns the mailbox and takes over the sign-in, and the previous user is signed out and loses
 * the password. If that sign-in has a second factor, it stays with the person who set it up, and only the address is
 * taken from them.
 */
export async function acceptAsNewPerson(
  control: Control,
  token: string,
  { name, password, origin }: NewPerson,
): Promise<Result<Joined>> {
  // Looked up before the password is hashed, so that only the holder of a link can make the server work.
  const seen = await findOpenInvitation(control.db, token, control.nowUs());
  if (seen === undefined) return invitationGone();
  if (!mayEnter(seen.invitation, await findUserByEmail(control.db, seen.invitation.email))) {
    // Between both questions, somebody may have used the link and become the person of this address.
    const isOpen = (await findOpenInvitation(control.db, token, control.nowUs())) !== undefined;
    return isOpen ? signInNeeded() : invitationGone();
  }
  if (name === undefined) return refuse("name_needed", "Enter your name.");
  if (password === undefined) return refuse("password_needed", "Choose a password.");
  const holder = { email: seen.invitation.email, name, accountNames: [seen.account.name] };
  const refused = await refusePassword(password, holder);
  if (refused !== null) return refused;
  const passwordHash = await hashPassword(password);
  return commitPeople(
    control,
    async (tx) => {
      const nowUs = control.nowUs();
      const found = await findOpenInvitation(tx, token, nowUs);
      if (found === undefined) return invitationGone();
      const known = await findUserByEmail(tx, found.invitation.email);
      if (!mayEnter(found.invitation, known)) return signInNeeded();
      const { email, isMailed } = found.invitation;
      const displaced = known !== undefined && mayBeStranger(known) ? known : null;
      if (displaced !== null) await displaceUnverified(tx, displaced);
      const made =
        known === undefined || displaced !== null
          ? await createUser(tx, { email, name, passwordHash, isEmailVerified: isMailed === 1 }, nowUs)
          : await takeOver(tx, known, { name, passwordHash, nowUs });
      if (!made.ok) return made;
      const joined = await join(tx, { ...found, user: made.value, nowUs });
      if (!joined.ok) return joined;
      const session = await createSession(tx, made.value.id, origin, nowUs);
      return succeed({ ...joined.value, session, displaced });
    },
    acceptanceOf,
  );
}

function mayEnter({ isMailed }: Invitation, known: UserRow | undefined): boolean {
  return known === undefined || (isMailed === 1 && known.email_verified_at === null);
}

async function takeOver(
  tx: ControlTransaction,
  user: UserRow,
  { name, passwordHash, nowUs }: { name: string; passwordHash: string; nowUs: number },
): Promise<Result<UserRow>> {
  const valid = validateName("A person's name", name);
  if (!valid.ok) return valid;
  await proveMailbox(tx, user, nowUs);
  await writePassword(tx, user.id, { hash: passwordHash, sparedSessionId: null, nowUs });
  await updateUser(tx, user.id, { name: valid.value });
  return succeed({ ...user, name: valid.value });
}

async function join(
  tx: ControlTransaction,
  { invitation, account, user, nowUs }: OpenInvitation & { readonly user: UserRow; readonly nowUs: number },
): Promise<Result<Joined>> {
  const { role } = invitation;
  const declined = await insertMember(tx, { accountId: account.id, userId: user.id, role, nowUs });
  if (declined !== null) return declined;
  await deleteInvitation(tx, invitation.id);
  const { id, uuid, email } = user;
  return succeed({ account, role, invitation, user: { id, uuid, email }, session: null, displaced: null });
}
