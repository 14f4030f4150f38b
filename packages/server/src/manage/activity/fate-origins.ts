import { nodeCatalogue } from "@weir/rule-engine/node-catalogue";
import type { ControlReader } from "../../control/control-store.ts";
import type { FateEnd } from "./request-receipt.ts";

/** Where readings ended, as people know it. */
export interface FateOrigin {
  /** Null where it was deleted since, or there was none because the sensor was gone. */
  readonly chain: { readonly uuid: string; readonly name: string; readonly version: number } | null;
  /** Null where the chain itself could not run. Without type and name where the chain was deleted since. */
  readonly node: {
    readonly id: string;
    readonly type: string | null;
    readonly name: string | null;
    /** What people know it by: its name, else what its type is called. */
    readonly title: string;
  } | null;
}

/** Looks up each chain, version and node once, however many readings ended there. */
export class FateOrigins {
  readonly #control: ControlReader;
  readonly #known = new Map<string, FateOrigin>();

  constructor(control: ControlReader) {
    this.#control = control;
  }

  of({ chainId, chainVersion, nodeId }: Pick<FateEnd, "chainId" | "chainVersion" | "nodeId">): FateOrigin {
    const key = JSON.stringify([chainId, chainVersion, nodeId]);
    let origin = this.#known.get(key);
    if (origin === undefined) {
      origin = { chain: this.#chain(chainId, chainVersion), node: this.#node(chainId, chainVersion, nodeId) };
      this.#known.set(key, origin);
    }
    return origin;
  }

  #chain(chainId: number | null, version: number | null): FateOrigin["chain"] {
    if (chainId === null || version === null) return null;
    const [row] = this.#control.database
      .query("SELECT uuid, name FROM chains WHERE id = ?")
      .values(chainId) as [string, string][];
    return row === undefined ? null : { uuid: row[0], name: row[1], version };
  }

  #node(chainId: number | null, version: number | null, nodeId: string | null): FateOrigin["node"] {
    if (nodeId === null) return null;
    const [row] = this.#control.database
      .query(
        `SELECT node.value ->> 'type', node.value ->> 'name'
         FROM chain_versions, json_each(definition, '$.nodes') AS node
         WHERE chain_id = ? AND version = ? AND node.value ->> 'id' = ?`,
      )
      .values(chainId, version, nodeId) as [string, string][];
    const [type = null, name = null] = row ?? [];
    const title = name || nodeCatalogue.get(type ?? "")?.title || type || nodeId;
    return { id: nodeId, type, name, title };
  }
}
