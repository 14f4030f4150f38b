import type { BoardVariable } from "../model/board.ts";
import type { TileFields } from "./tile-draft.ts";

export interface TileFormProps {
  readonly fields: TileFields;
  readonly set: (change: Partial<TileFields>) => void;
  readonly variable: BoardVariable | null;
}
