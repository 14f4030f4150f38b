import { z } from "zod";
import { chainLevels } from "../closed-sets.ts";
import { accountParams } from "./account-params.ts";
import { chainParams, chainSelector } from "./chain-forms.ts";
import { pageOf, pageQuery } from "./paging.ts";
import { defineRoutes } from "./route.ts";

const level = z.enum(chainLevels);

const applicable = z
  .object({
    uuid: z.string(),
    name: z.string(),
    through: level.describe("Why it applies: the nearest level with its own chain."),
  })
  .meta({ id: "ApplicableChain" });

const assignment = z
  .object({
    level: level.describe("What the chain is assigned to; `default` is the account."),
    name: z.string(),
    uuid: z.string().nullable().describe("Null for a group, which is identified by its name."),
    device: z.object({ uuid: z.string(), name: z.string() }).nullable().describe("For a sensor: its device."),
  })
  .meta({ id: "ChainAssignment" });

const named = z.string().min(1).max(200);
const target = {
  sensor: named.optional().describe("UUID of the sensor or, together with its device, its slug."),
  device: named.optional().describe("UUID of the device."),
  group: named.optional().describe("Name of the group."),
};

function namesOne({ sensor, device, group }: Readonly<Record<string, unknown>>): boolean {
  return group === undefined || (sensor ?? device) === undefined;
}
const oneOnly = "Give only one of sensor, device and group.";

const path = "/accounts/{account}/chain-assignments";

export const chainAssignmentRoutes = defineRoutes("Rule chains", {
  showApplicableChain: {
    method: "GET",
    path,
    summary: "Show which chain applies, and why",
    description: "To a sensor, a device, a group or, if none is given, to the account by default.",
    access: "viewer",
    scope: "chains:read",
    params: accountParams,
    query: z.object(target).refine(namesOne, oneOnly),
    answer: applicable,
  },
  assignChain: {
    method: "PUT",
    path,
    summary: "Assign a chain",
    description:
      "To a sensor, a device, a group or, if none is given, to the account as its default. Once this is answered, new readings go through the chain.",
    access: "editor",
    scope: { allOf: ["chains:write", "readings:read"] },
    params: accountParams,
    body: z.strictObject({ chain: chainSelector, ...target }).refine(namesOne, oneOnly),
    answer: applicable,
  },
  unassignChain: {
    method: "DELETE",
    path,
    summary: "Remove the chain assigned to a sensor, device or group",
    description: "Returns the chain that applies afterwards.",
    access: "editor",
    scope: { allOf: ["chains:write", "readings:read"] },
    params: accountParams,
    query: z
      .object(target)
      .refine((given) => namesOne(given) && Object.values(given).some((name) => name !== undefined), oneOnly),
    answer: applicable,
  },
  listChainAssignments: {
    method: "GET",
    path: "/accounts/{account}/chains/{chain}/assignments",
    summary: "List what a chain is assigned to",
    description:
      "The account if it is the default, then groups, devices and sensors, each in order of creation. The chain's `use` has the count of each.",
    access: "viewer",
    scope: "chains:read",
    params: chainParams,
    query: pageQuery,
    answer: pageOf(assignment),
  },
});
