import type { Control } from "../../control/control.ts";
import { type OwnSession, updateSession } from "../../control/people/sessions.ts";
import { findUserById, type UserRow } from "../../control/people/users.ts";
import { proofAgeMaxUs } from "../../web/proof-age-max.ts";
import { type Result, succeed } from "../core/manage-error.ts";
import { commitPeopleAnd } from "./commit-people.ts";
import { fitsPassword, wrongPassword } from "./password.ts";
import { type SecondFactorOutcome, takeSecondFactor } from "./second-factor.ts";
import { refuseFactor, unknownUser } from "./totp-enrolment.ts";

type Proof = { readonly password: string } | { readonly totp: string };

/** Records that the person has proved again that the session is theirs. Returns until when that counts. */
export async function giveProof(control: Control, own: OwnSession, proof: Proof): Promise<Result<number>> {
  const checked = await findUserById(control.db, own.userId);
  if ("password" in proof && !(await fitsPassword(proof.password, checked?.password_hash)))
    return wrongPassword();
  const nowUs = control.nowUs();
  const taken = await commitPeopleAnd<Exclude<SecondFactorOutcome, "missing">>(control, async (tx) => {
    // Read again, because wrong codes that arrive at once all count, and the password may have changed meanwhile.
    const user = await findUserById(tx, own.userId);
    if (user === undefined) return unknownUser();
    if ("password" in proof && user.password_hash !== checked?.password_hash) return wrongPassword();
    const outcome = "totp" in proof ? await takeSecondFactor(control, tx, user, proof) : "right";
    if (outcome === "right") await updateSession(tx, own, { proved_at: nowUs });
    // A wrong code is committed too, because it counts.
    const value = outcome === "missing" ? "wrong" : outcome;
    return succeed({ value, audit: [entryOf(user, outcome)], changes: [] });
  });
  if (!taken.ok) return taken;
  return taken.value === "right" ? succeed(nowUs + proofAgeMaxUs) : refuseFactor(taken.value);
}

function entryOf({ email }: UserRow, outcome: SecondFactorOutcome) {
  const action = outcome === "right" ? "session.prove" : "session.prove-failed";
  return { accountId: null, action, subjectKind: "user", subject: email };
}
