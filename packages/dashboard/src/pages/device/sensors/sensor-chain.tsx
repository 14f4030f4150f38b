import { Link } from "@tanstack/react-router";
import { TriangleAlert } from "lucide-react";
import { useCall } from "../../../api/queries.ts";
import type { CallAnswer } from "../../../api/route-types.ts";

type Applicable = CallAnswer<"showApplicableChain">;

export const chainReasons: Record<Applicable["through"], string> = {
  sensor: "its own",
  device: "of the device",
  group: "of the group",
  default: "of the account",
};

/** Which chain the readings of a sensor go through, and why that one. */
export function SensorChain({ sensor }: { readonly sensor: string }) {
  const { data } = useCall("showApplicableChain", { query: { sensor } }, { staleTime: 30_000 });
  const chains = useCall("listChains", { query: { limit: 1000 } }).data?.items;
  if (data === undefined) return <span className="text-faint">…</span>;
  const warnings = chains?.find(({ uuid }) => uuid === data.uuid)?.warnings ?? [];
  return (
    <span className="inline-flex items-center gap-1.5 whitespace-nowrap">
      <Link to={`/chains/${data.uuid}`} className="hover:underline">
        {data.name}
      </Link>
      <span className="text-muted">{chainReasons[data.through]}</span>
      {warnings.length > 0 && (
        <span title={warnings.join(" ")} className="text-warn">
          <TriangleAlert size={14} aria-hidden />
          <span className="sr-only">{warnings.join(" ")}</span>
        </span>
      )}
    </span>
  );
}
