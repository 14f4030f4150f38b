import { type PeopleRefusal, refusePerson } from "./people-result.ts";

export function invitationGone(): PeopleRefusal {
  return refusePerson(
    "invitation_gone",
    "The invitation was used, revoked or has expired. Ask for a new one.",
  );
}

export function signInNeeded(): PeopleRefusal {
  return refusePerson(
    "sign_in_needed",
    "This address can't be used to create a new sign-in. If you have one here already, sign in and accept then.",
  );
}

export function emailUnverified(): PeopleRefusal {
  return refusePerson(
    "email_unverified",
    "This invitation was mailed to another address than yours. Verify your own address first, under Settings, Profile.",
  );
}

export function inviterUnverified(): PeopleRefusal {
  return refusePerson(
    "email_unverified",
    "Invitations are mailed in your name. Verify your own email address first, under Settings, Profile.",
  );
}
