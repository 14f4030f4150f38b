import type { Kind } from "./setting-kinds.ts";

/** A setting of Weir. */
export interface Setting {
  readonly kind: Kind<unknown>;
  readonly default: string | null;
  readonly help: string;
  /** Never printed, and taken from the environment only: files get committed, command lines show in process lists. */
  readonly secret?: true;
  /** Never printed, because it may hold a password, and no flag. Unlike what is secret altogether, it may be in the file. */
  readonly masked?: true;
}
