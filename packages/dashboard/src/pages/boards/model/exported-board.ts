import type { Result } from "@weir/protocol/result";
import type { CallInput } from "../../../api/route-types.ts";
import { readExportedFile } from "../../../ui/exported-file.ts";

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

export function readBoardFile(text: string): Result<ExportedBoard, string> {
  return readExportedFile(text, { format: "weir-board", what: "board" });
}
