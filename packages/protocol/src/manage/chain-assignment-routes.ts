import { z } from "zod";
import { chainLevels } from "../closed-sets.ts";
import { accountParams, chainParams, chainSelector } from "./chain-forms.ts";
import { pageOf, pageQuery } from "./paging.ts";
import { defineRoutes } from "./route.ts";

const level = z.enum(chainLevels);

const applicable = z
  .object({
    uuid: z.string(),
    name: z.string(),
    through: level.describe("Why it applies: the nearest level that has a chain of its own."),
  })
  .meta({ id: "ApplicableChain" });

const assignment = z
  .object({
    level: level.describe("What has the chain as its own; `default` is the account."),
    name: z.string(),
    uuid: z.string().nullable().describe("Null for a group, which is known by its name."),
    device: z
      .object({ uuid: z.string(), name: z.string() })
      .nullable()
      .describe("Of a sensor: the device it belongs to."),
  })
  .meta({ id: "ChainAssignment" });

const named = z.string().min(1).max(200);
const target = {
  sensor: named.optional().describe("UUID of the sensor or, beside its device, its slug."),
  device: named.optional().describe("UUID of the device."),
  group: named.optional().describe("Name of the group."),
};

function namesOne({ sensor, device, group }: Readonly<Record<string, unknown>>): boolean {
  return group === undefined || (sensor ?? device) === undefined;
}
const oneOnly = "Name one of sensor, device and group.";

const path = "/accounts/{account}/chain-assignments";

export const chainAssignmentRoutes = defineRoutes("Rule chains", {
  showApplicableChain: {
    method: "GET",
    path,
    summary: "Tell which chain applies, and why",
    description: "To a sensor, a device, a group or, where none is named, to the account by default.",
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
      "To a sensor, a device, a group or, where none is named, to the account as its default. When this is answered, new readings go through it.",
    access: "editor",
    scope: "chains:write",
    params: accountParams,
    body: z.strictObject({ chain: chainSelector, ...target }).refine(namesOne, oneOnly),
    answer: applicable,
  },
  unassignChain: {
    method: "DELETE",
    path,
    summary: "Leave a sensor, device or group without a chain of its own",
    description: "Answers with the chain that applies then.",
    access: "editor",
    scope: "chains:write",
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
      "The account where it is its default, then groups, devices and sensors, each in the order they were made. How many there are of each stands in the chain's `use`.",
    access: "viewer",
    scope: "chains:read",
    params: chainParams,
    query: pageQuery,
    answer: pageOf(assignment),
  },
});
