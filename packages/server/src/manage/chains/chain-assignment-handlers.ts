import type { chainAssignmentRoutes } from "@weir/protocol/manage/chain-assignment-routes";
import { z } from "zod";
import type { ApplicableChain } from "../../control/chains/applicable-chain.ts";
import { readCursor, writeCursor } from "../../web/record-cursor.ts";
import type { HandlersOf } from "../core/handler.ts";
import { succeed } from "../core/manage-error.ts";
import { assignChain, type ChainTarget, chainApplying, unassignChain } from "./chain-assignment.ts";
import { assignmentLevels, listChainAssignments } from "./chain-assignments.ts";

const cursorKey = z.object({ level: z.enum(assignmentLevels), id: z.number().int() });

export const chainAssignmentHandlers: HandlersOf<typeof chainAssignmentRoutes> = {
  async showApplicableChain({ control, account }, { query }) {
    const applies = await chainApplying(control, { ...targetOf(query), accountId: account.id });
    return applies.ok ? succeed(toJson(applies.value)) : applies;
  },

  async assignChain({ control }, { body }) {
    const assigned = await assignChain(control, body.chain, targetOf(body));
    return assigned.ok ? succeed(toJson(assigned.value)) : assigned;
  },

  async unassignChain({ control, account }, { query }) {
    const target = { ...targetOf(query), accountId: account.id };
    // The schema requires a sensor, a device or a group, because an account always has a chain.
    if (target.kind === "default")
      throw new Error("The default chain of an account cannot be removed, only replaced.");
    const applies = await unassignChain(control, target);
    return applies.ok ? succeed(toJson(applies.value)) : applies;
  },

  async listChainAssignments({ control }, { params, query }) {
    const cursor = readCursor(query.cursor, cursorKey);
    if (!cursor.ok) return cursor;
    const { limit } = query;
    const found = await listChainAssignments(control, params.chain, { after: cursor.value ?? null, limit });
    if (!found.ok) return found;
    const { assignments, last } = found.value;
    const items = assignments.map(({ level, name, uuid, device }) => ({ level, name, uuid, device }));
    return succeed({ items, next: last === null ? null : writeCursor(last) });
  },
};

interface NamedTarget {
  readonly sensor?: string | undefined;
  readonly device?: string | undefined;
  readonly group?: string | undefined;
}

function targetOf({ sensor, device, group }: NamedTarget): ChainTarget {
  if (sensor !== undefined) return { kind: "sensor", device, sensor };
  if (device !== undefined) return { kind: "device", device };
  return group === undefined ? { kind: "default" } : { kind: "group", group };
}

function toJson({ uuid, name, through }: ApplicableChain) {
  return { uuid, name, through };
}
