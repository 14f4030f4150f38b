import { Link } from "@tanstack/react-router";
import type { Fate } from "./reading-rows.ts";

/** Leads to the node where readings ended. */
export function EditorLink({ fate: { chain, node } }: { readonly fate: Pick<Fate, "chain" | "node"> }) {
  if (chain === null) return null;
  return (
    <p>
      <Link
        to="/chains/$chain"
        params={{ chain: chain.uuid }}
        search={node === null ? {} : { node: node.id }}
        className="text-accent hover:underline"
      >
        {node === null ? "Open chain in editor" : "Open node in editor"}
      </Link>
    </p>
  );
}
