import { Link } from "@tanstack/react-router";
import { TriangleAlert } from "lucide-react";
import { adviceText } from "../../../format/chain-advice.ts";
import type { Sensor } from "../use-device.ts";

type Applicable = Sensor["applicable_chain"];

const chainReasons: Record<Applicable["through"], string> = {
  sensor: "its own",
  device: "of the device",
  group: "of the group",
  default: "of the account",
};

/** Shows which chain the readings of a sensor go through, and at which level it is assigned. */
export function SensorChain({ chain: { uuid, name, through, warnings } }: { readonly chain: Applicable }) {
  return (
    <span className="inline-flex items-center gap-1.5 whitespace-nowrap">
      <Link to="/chains/$chain" params={{ chain: uuid }} className="hover:underline">
        {name}
      </Link>
      <span className="text-muted">{chainReasons[through]}</span>
      {warnings.length > 0 && (
        <span title={adviceText(warnings)} className="text-warn">
          <TriangleAlert size={14} aria-hidden />
          <span className="sr-only">{adviceText(warnings)}</span>
        </span>
      )}
    </span>
  );
}
