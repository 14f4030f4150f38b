import { nodeCatalogue } from "@weir/rule-engine/node-catalogue";
import { findNode } from "../../control/chains/chain-nodes.ts";
import type { ControlReader } from "../../control/control.ts";
import { findNamed } from "../../control/named-rows.ts";
import type { FateEnd } from "./request-receipt.ts";

/** Where readings ended, in terms that people know. */
export interface FateOrigin {
  /** Null if it was deleted since, or if there was none because the sensor was removed. */
  readonly chain: { readonly uuid: string; readonly name: string; readonly version: number } | null;
  /** Null if the chain itself could not run. Has no type and name if the chain was deleted since. */
  readonly node: {
    readonly id: string;
    readonly type: string | null;
    readonly name: string | null;
    /** The name of the node, or else the title of its type. */
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

  async of(end: Pick<FateEnd, "chainId" | "chainVersion" | "nodeId">): Promise<FateOrigin> {
    const { chainId, chainVersion, nodeId } = end;
    const key = JSON.stringify([chainId, chainVersion, nodeId]);
    let origin = this.#known.get(key);
    if (origin === undefined) {
      origin = {
        chain: await this.#chain(chainId, chainVersion),
        node: await this.#node(chainId, chainVersion, nodeId),
      };
      this.#known.set(key, origin);
    }
    return origin;
  }

  async #chain(chainId: number | null, version: number | null): Promise<FateOrigin["chain"]> {
    if (chainId === null || version === null) return null;
    const chain = await findNamed(this.#control.db, "chains", chainId);
    return chain === null ? null : { ...chain, version };
  }

  async #node(
    chainId: number | null,
    version: number | null,
    nodeId: string | null,
  ): Promise<FateOrigin["node"]> {
    if (nodeId === null) return null;
    const found =
      chainId === null || version === null
        ? null
        : await findNode(this.#control.db, { chainId, version, nodeId });
    const { type = null, name = null } = found ?? {};
    const title = name || nodeCatalogue.get(type ?? "")?.title || type || nodeId;
    return { id: nodeId, type, name, title };
  }
}
