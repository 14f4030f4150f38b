import type { Control, ControlReader } from "../../../control/control.ts";
import type { ChainWork } from "./chain-work.ts";

/** Control data, together with the chain work that compiles, validates and tries its chains. */
export interface ChainControl extends Control {
  readonly chainWork: ChainWork;
}

/** The same for readers. */
export interface ChainControlReader extends ControlReader {
  readonly chainWork: ChainWork;
}
