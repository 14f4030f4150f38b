import { useCallback, useState } from "react";
import { useMay } from "../../app/session.tsx";
import { ButtonLink } from "../../ui/button.tsx";
import { Card } from "../../ui/card.tsx";
import { EmptyState, Failure, Loading } from "../../ui/states.tsx";
import { NoSensors } from "../device/no-sensors.tsx";
import { useDeviceUuid, useSensorChoices } from "../device/use-device.ts";
import { ChooseFile } from "./choose-file.tsx";
import { InterruptedImport } from "./interrupted-import.tsx";
import { forgetImport, type KeptImport, keptImport } from "./kept-import.ts";
import { MapColumns } from "./map-columns.tsx";
import type { FileSample } from "./model/read-sample.ts";
import { SendProgress } from "./send-progress.tsx";

/** Imports readings of the device from a file, in three steps. */
export function ImportTab() {
  const uuid = useDeviceUuid();
  const { items, isPending, isPlaceholderData, isError, error, refetch } = useSensorChoices();
  if (!useMay("editor")) return <ReadOnly uuid={uuid} />;
  if (isPending || isPlaceholderData) return <Loading what="Loading sensors" shape="form" />;
  if (isError) return <Failure error={error} onRetry={() => void refetch()} />;
  if (items.length === 0) {
    return (
      <Card>
        <NoSensors />
      </Card>
    );
  }
  return <Steps key={uuid} uuid={uuid} sensors={items} />;
}

type Step =
  | { readonly name: "choose" }
  | { readonly name: "map"; readonly file: File; readonly sample: FileSample }
  | { readonly name: "send"; readonly file: File; readonly kept: KeptImport };

function Steps({
  uuid,
  sensors,
}: {
  readonly uuid: string;
  readonly sensors: ReturnType<typeof useSensorChoices>["items"];
}) {
  const [step, setStep] = useState<Step>({ name: "choose" });
  const [kept, setKept] = useState(() => keptImport(uuid));
  const forget = useCallback(() => {
    forgetImport(uuid);
    setKept(null);
  }, [uuid]);
  const startOver = () => {
    setKept(keptImport(uuid));
    setStep({ name: "choose" });
  };
  if (step.name === "send") return <SendProgress file={step.file} kept={step.kept} onEnd={startOver} />;
  if (step.name === "map") {
    const { file, sample } = step;
    return (
      <MapColumns
        file={file}
        first={sample}
        device={{ uuid, sensors }}
        onStart={(begun) => setStep({ name: "send", file, kept: begun })}
        onBack={startOver}
      />
    );
  }
  if (kept !== null) {
    return (
      <InterruptedImport
        kept={kept}
        onContinue={(file) => setStep({ name: "send", file, kept })}
        onForget={forget}
      />
    );
  }
  return <ChooseFile onSample={(file, sample) => setStep({ name: "map", file, sample })} />;
}

function ReadOnly({ uuid }: { readonly uuid: string }) {
  return (
    <Card>
      <EmptyState
        title="You have read-only access"
        action={
          <ButtonLink to="/devices/$device" params={{ device: uuid }}>
            Go to the device
          </ButtonLink>
        }
      >
        Only editors and owners can import readings. Ask an owner of the account to change your role.
      </EmptyState>
    </Card>
  );
}
