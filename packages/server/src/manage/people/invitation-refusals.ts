import { type Refusal, refuse } from "../manage-error.ts";

export function invitationGone(): Refusal {
  return refuse("invitation_gone", "The invitation was used, revoked or has expired. Ask for a new one.");
}

export function signInNeeded(): Refusal {
  return refuse(
    "sign_in_needed",
    "This address can't be used to create a new sign-in. If you have one here already, sign in and accept then.",
  );
}

export function emailUnverified(): Refusal {
  return refuse(
    "email_unverified",
    "This invitation was mailed to another address than yours. Verify your own address first, under Settings, Profile.",
  );
}

export function inviterUnverified(): Refusal {
  return refuse(
    "email_unverified",
    "Invitations are mailed in your name. Verify your own email address first, under Settings, Profile.",
  );
}
