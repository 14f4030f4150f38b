import { useQueries } from "@tanstack/react-query";
import { useState } from "react";
import { call } from "../../api/client.ts";
import { useCall } from "../../api/queries.ts";
import { plural } from "../../format/number.ts";
import { ChainUserRow } from "./chain-user-row.tsx";
import type { ListedChain } from "./chain-users.ts";
import { DeviceChoice } from "./device-choice.tsx";

/**
 * The sensors that have a chain as their own, one device at a time: which chain a sensor has is told of one sensor, and
 * an account may have very many.
 */
export function SensorUsers({ chain }: { readonly chain: ListedChain }) {
  const [device, setDevice] = useState("");
  const sensors = useCall(
    "listSensors",
    { params: { device }, query: { limit: 200 } },
    { enabled: device !== "" },
  );
  const shown = device === "" ? [] : (sensors.data?.items ?? []);
  const applying = useQueries({
    queries: shown.map(({ uuid }) => ({
      queryKey: ["showApplicableChain", { query: { sensor: uuid } }],
      queryFn: () => call("showApplicableChain", { query: { sensor: uuid } }),
    })),
  });
  const own = shown.filter((_, place) => {
    const applies = applying[place]?.data;
    return applies?.uuid === chain.uuid && applies.through === "sensor";
  });
  const isKnown = device !== "" && sensors.isSuccess && applying.every(({ isPending }) => !isPending);
  return (
    <div className="flex flex-col gap-2">
      <p className="text-sm">
        {chain.use.sensors === 1
          ? "One sensor has it as its own. Choose a device to see whether it is one of its sensors."
          : `${plural(chain.use.sensors, "sensor")} have it as their own. Choose a device to see which of its sensors do.`}
      </p>
      <DeviceChoice
        {...{ device, sensor: "" }}
        withSensor={false}
        onChoose={(chosen) => setDevice(chosen.device)}
      />
      {own.length > 0 && (
        <ul aria-label="Sensors that it is assigned to">
          {own.map(({ uuid, name }) => (
            <ChainUserRow key={uuid} user={{ kind: "sensor", name, target: { sensor: uuid } }} />
          ))}
        </ul>
      )}
      {isKnown && own.length === 0 && (
        <p className="text-sm text-muted">No sensor of this device has it as its own.</p>
      )}
    </div>
  );
}
