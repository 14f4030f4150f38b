import { z } from "zod";
import { roles } from "./access.ts";
import { defineRoutes } from "./route.ts";

const email = z.string();
const person = z.object({ uuid: z.uuid(), email, email_verified: z.boolean(), name: z.string() });
const link = z
  .string()
  .nullable()
  .describe(
    "Link to set a password, which works once and for an hour. Null if the person already has a password or one was given.",
  );
const password = z.string().optional().describe("Their password. If left out, a link to set one is created.");
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
            accounts: z.array(z.object({ uuid: z.uuid(), name: z.string(), role: z.enum(roles) })),
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
        .describe("Whether to accept a person who can already sign in; refused otherwise."),
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
    description: "The new address is unverified until the link sent to it is used.",
    params: personParams,
    body: z.strictObject({ email }),
    answer: person.meta({ id: "ChangedPerson" }),
  },
  resetPersonPassword: {
    ...forOperator,
    method: "POST",
    path: `${path}/{email}/password`,
    summary: "Set a person's password, or create a link to set it",
    description: "A new password ends all sessions of the person.",
    params: personParams,
    body: z.strictObject({
      password,
      turn_off_totp: z.boolean().default(false).describe("Turn off two-step sign-in."),
    }),
    answer: person.extend({ link }).meta({ id: "ResetPerson" }),
  },
  deletePerson: {
    ...forOperator,
    method: "DELETE",
    path: `${path}/{email}`,
    summary: "Delete a person",
    description: "They are signed out immediately. Their actions stay in the audit log.",
    params: personParams,
    answer: person.meta({ id: "DeletedPerson" }),
  },
});
