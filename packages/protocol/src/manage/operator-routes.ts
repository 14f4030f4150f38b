import { z } from "zod";
import { defineRoutes } from "./route.ts";

const id = z.coerce.number().int().min(1);

const account = z
  .object({ uuid: z.uuid(), name: z.string(), created_at: z.string() })
  .meta({ id: "FoundAccount" });

const forOperator = { access: "operator", scope: null } as const;

/** For commands on the server's own machine, which work across accounts. */
export const operatorRoutes = defineRoutes("Operator", {
  findAccount: {
    ...forOperator,
    method: "GET",
    path: "/operator/account",
    summary: "Find the account that an object belongs to",
    description: "Give one object. A name that exists in several accounts is refused.",
    query: z.strictObject({
      account: z.string().optional().describe("UUID or name of the account itself."),
      device: z.string().optional().describe("UUID of a device."),
      sensor: z.string().optional().describe("UUID of a sensor."),
      chain: z.string().optional().describe("UUID or name of a chain."),
      alarm: id.optional(),
      dead_letter: id.optional(),
      message: id.optional().describe("Id of a message in the outbox."),
    }),
    answer: account,
  },
  useFirstAccount: {
    ...forOperator,
    method: "POST",
    path: "/operator/first-account",
    summary: "Show the oldest account, which is created if there is none",
    answer: account,
  },
  addAccount: {
    ...forOperator,
    method: "POST",
    path: "/operator/accounts",
    summary: "Create an account, with an owner or without members",
    body: z.strictObject({
      name: z.string(),
      owner: z.string().optional().describe("Email address of its owner."),
      existing: z
        .boolean()
        .default(false)
        .describe("Whether to accept an owner who can already sign in; refused otherwise."),
    }),
    status: 201,
    answer: account
      .extend({
        owner: z.string().nullable(),
        link: z.string().nullable().describe("Link to set the password of an owner who has none yet."),
      })
      .meta({ id: "AddedAccount" }),
  },
  awaitAccepted: {
    ...forOperator,
    method: "GET",
    path: "/operator/accepted",
    summary: "Wait until the readings accepted so far have gone through their chains",
    description: "For commands that print readings accepted a moment ago. Waits a few seconds at most.",
    answer: null,
  },
});
