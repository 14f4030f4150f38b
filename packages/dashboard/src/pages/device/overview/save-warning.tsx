import { Link } from "@tanstack/react-router";
import { adviceOf } from "../../../format/chain-advice.ts";
import { Note } from "../../../ui/states.tsx";
import type { Device } from "../use-device.ts";

const causes: Record<Device["applicable_chain"]["through"], string> = {
  device: "assigned to this device",
  group: "of its group",
  default: "the account's default",
};

/** Warns about the chain of the device, especially if it saves nothing. */
export function SaveWarning({ chain }: { readonly chain: Device["applicable_chain"] }) {
  if (chain.warnings.length === 0) return null;
  return (
    <Note tone="warn">
      {chain.warnings.map((warning) => (
        <p key={warning.message}>{adviceOf(warning)}</p>
      ))}
      <p>
        Rule chain in use:{" "}
        <Link to="/chains/$chain" params={{ chain: chain.uuid }} className="font-medium underline">
          {chain.name}
        </Link>{" "}
        ({causes[chain.through]}).
      </p>
    </Note>
  );
}
