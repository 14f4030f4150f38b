import { type Refusal, refuse } from "../core/manage-error.ts";

export function invitationGone(): Refusal {
  return refuse(
    "invitation_gone",
    "This invitation was already used or revoked, or it has expired. Ask for a new one.",
  );
}

export function signInNeeded(): Refusal {
  return refuse(
    "sign_in_needed",
    "This address can't be used to create a new sign-in. If you already have a sign-in, sign in first and then accept.",
  );
}

export function emailUnverified(): Refusal {
  return refuse(
    "email_unverified",
    "This invitation was sent to a different address. Verify your own address first, in Settings > Profile.",
  );
}

export function inviterUnverified(): Refusal {
  return refuse(
    "email_unverified",
    "Invitations are sent in your name. Verify your own email address first, in Settings > Profile.",
  );
}
