import { z } from "zod";
import { roles } from "./access.ts";
import { defineRoutes } from "./route.ts";

const email = z.string();
const person = z.object({ uuid: z.uuid(), email, email_verified: z.boolean(), name: z.string() });
const link = z
  .string()
  .nullable()
  .describe("Sets a password, once and within an hour. Null where there is one already or it was given.");
const password = z.string().optional().describe("Their password; without it a link is made that sets one.");
const personParams = z.object({ email: email.describe("Email address of the person.") });

const forOperator = { access: "operator", scope: null } as const;
const path = "/operator/people";

/** What the operator does about people, with commands on the server's own machine. */
export const operatorPeopleRoutes = defineRoutes("Operator", {
  listPeople: {
    ...forOperator,
    method: "GET",
    path,
    summary: "List the people who can sign in",
    answer: z.object({
      items: z.array(
        person
          .extend({
            has_password: z.boolean(),
            has_totp: z.boolean(),
            created_at: z.string(),
            accounts: z.array(z.object({ name: z.string(), role: z.enum(roles) })),
          })
          .meta({ id: "Person" }),
      ),
      next: z.null(),
    }),
  },
  addPerson: {
    ...forOperator,
    method: "POST",
    path,
    summary: "Add a member to an account",
    body: z.strictObject({
      email,
      name: z.string().optional(),
      account: z.uuid(),
      role: z.enum(roles),
      existing: z
        .boolean()
        .default(false)
        .describe("Whether somebody who can sign in already is meant; without it they are refused."),
      password,
    }),
    status: 201,
    answer: person.extend({ role: z.enum(roles), link }).meta({ id: "AddedPerson" }),
  },
  changePersonEmail: {
    ...forOperator,
    method: "PATCH",
    path: `${path}/{email}`,
    summary: "Change a person's email address",
    description: "The new address is unverified until a link that is mailed to it is used.",
    params: personParams,
    body: z.strictObject({ email }),
    answer: person.meta({ id: "ChangedPerson" }),
  },
  resetPersonPassword: {
    ...forOperator,
    method: "POST",
    path: `${path}/{email}/password`,
    summary: "Set a person's password, or make a link that sets it",
    description: "A new password ends all sessions of the person.",
    params: personParams,
    body: z.strictObject({
      password,
      turn_off_totp: z.boolean().default(false).describe("Ask for no one-time password any more."),
    }),
    answer: person.extend({ link }).meta({ id: "ResetPerson" }),
  },
  deletePerson: {
    ...forOperator,
    method: "DELETE",
    path: `${path}/{email}`,
    summary: "Delete a person",
    description: "They are signed out at once. What they did stays in the audit log.",
    params: personParams,
    answer: person.meta({ id: "DeletedPerson" }),
  },
});
