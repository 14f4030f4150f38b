import type { ControlReader, ControlStore } from "../../../control/control-store.ts";
import type { ChainWork } from "./chain-work.ts";

/** Control data, together with whoever compiles, validates and tries the chains in it. */
export interface ChainControl extends ControlStore {
  readonly chainWork: ChainWork;
}

/** The same for whoever only reads. */
export interface ChainControlReader extends ControlReader {
  readonly chainWork: ChainWork;
}
