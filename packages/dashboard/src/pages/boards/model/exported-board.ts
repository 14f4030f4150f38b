import { fail, type Result, succeed } from "@weir/protocol/result";
import type { CallInput } from "../../../api/route-types.ts";

/** A board as a file has it. */
export interface ExportedBoard {
  readonly format: "weir-board";
  readonly version: 1;
  readonly name: string;
  readonly definition: NonNullable<CallInput<"createBoard">["body"]["definition"]>;
}

export function exportedBoard({
  name,
  definition,
}: Pick<ExportedBoard, "name" | "definition">): ExportedBoard {
  return { format: "weir-board", version: 1, name, definition };
}

/** Reads a file that should be an exported board. The server checks its content. */
export function readBoardFile(text: string): Result<ExportedBoard, string> {
  let json: unknown;
  try {
    json = JSON.parse(text);
  } catch {
    return fail("This file isn’t JSON. Choose a file that was exported from a board.");
  }
  const { format, name } = (json ?? {}) as { format?: unknown; name?: unknown };
  if (format === "weir-board" && typeof name === "string") return succeed(json as ExportedBoard);
  return fail("This file isn’t an exported board. Choose a file that was exported from a board.");
}
