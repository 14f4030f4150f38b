import { Link } from "@tanstack/react-router";
import type { CallAnswer } from "../../api/route-types.ts";

type Record = CallAnswer<"listAlarms">["items"][number];

/** The device and the sensor of a record. */
export function RecordDevice({ device, sensor }: Pick<Record, "device" | "sensor">) {
  if (device === null) return <span className="text-muted">Deleted device</span>;
  return (
    <span className="flex max-w-52 gap-1.5 as-cards:max-w-full">
      <Link
        to="/devices/$device"
        params={{ device: device.uuid }}
        className="truncate leading-6 hover:underline"
      >
        {device.name}
      </Link>
      {sensor !== null && (
        <code className="max-w-1/2 shrink-0 truncate font-mono leading-6 text-muted" title={sensor.slug}>
          {sensor.slug}
        </code>
      )}
    </span>
  );
}

/** The chain and the node that created the record. Empty if no chain did. */
export function RecordNode({
  chain,
  node,
  node_name: name,
}: Pick<Record, "chain" | "node_name"> & {
  /** Null if the chain itself could not run. */
  readonly node: string | null;
}) {
  if (chain === null) return node === null ? null : <span className="text-muted">Deleted rule chain</span>;
  return (
    <span className="flex max-w-52 gap-1.5 as-cards:max-w-full">
      <Link
        to="/chains/$chain"
        params={{ chain: chain.uuid }}
        search={node === null ? {} : { node }}
        className="truncate leading-6 hover:underline"
        title="Open rule chain"
      >
        {chain.name}
      </Link>
      {node !== null && (
        <span className="min-w-0 truncate leading-6 text-muted" title={name ?? node}>
          <NodeName node={node} name={name} />
        </span>
      )}
    </span>
  );
}

/** The alert rule that raised an alarm. */
export function AlertRuleName({ rule }: Pick<Record, "rule">) {
  if (rule === null) return "Deleted alert rule";
  return (
    <Link
      to="/alarms/rules"
      search={{ rule: rule.uuid }}
      className="block max-w-52 truncate leading-6 hover:underline as-cards:max-w-full"
      title="Open alert rule"
    >
      {rule.name}
    </Link>
  );
}

/** The name of a node; its id if it was deleted or has no name. */
export function NodeName({ node, name }: { readonly node: string; readonly name: string | null }) {
  return name ?? <code className="font-mono">{node}</code>;
}
