import { Lock } from "lucide-react";
import { type ReactNode, useEffect, useRef } from "react";
import { EmptyState } from "../../../../ui/states.tsx";
import { SharedValue } from "../../model/shared-value.ts";
import { type ChosenSensor, SensorChoice } from "../../sensor-choice.tsx";
import { useShared } from "../use-editor.ts";

/** It outlives the panels. */
export const trialSensor = new SharedValue<ChosenSensor>({ device: null, sensor: null });

/**
 * A form on the left and its result on the right. Each scrolls separately, because the panel is low. If they are below
 * each other, a new result is scrolled into view.
 */
export function PanelColumns({
  form,
  result,
  children,
}: {
  readonly form: ReactNode;
  /** A new object for every result; null before the first. */
  readonly result: object | null;
  readonly children: ReactNode;
}) {
  const shown = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (result !== null) shown.current?.scrollIntoView();
  }, [result]);
  return (
    <div className="@container h-full">
      <div className="grid @lg:h-full @lg:grid-cols-[236px_minmax(0,1fr)]">
        <div className="border-line px-4 pt-4 @lg:min-h-0 @lg:overflow-y-auto @lg:border-r">{form}</div>
        <div ref={shown} className="flex min-w-0 flex-col gap-3 p-4 @lg:min-h-0 @lg:overflow-y-auto">
          {children}
        </div>
      </div>
    </div>
  );
}

/** Keeps the button of the form visible. */
export function PanelFormFoot({ children }: { readonly children: ReactNode }) {
  return (
    <div className="sticky bottom-0 -mx-4 flex flex-wrap items-center gap-x-3 gap-y-1 border-t border-line bg-surface px-4 py-3">
      {children}
    </div>
  );
}

/** Shown to viewers instead of a panel for editors. */
export function NoPermission({ children }: { readonly children: ReactNode }) {
  return (
    <EmptyState icon={<Lock size={22} />} title="Editors only">
      {children} An owner of this account can give you that role. Everyone can see recorded traces.
    </EmptyState>
  );
}

/** Chooses the sensor whose readings the chain is tried with. All panels share the choice. */
export function TrialSensorChoice(options: {
  readonly isOptional?: boolean;
  readonly error: string | undefined;
}) {
  const chosen = useShared(trialSensor);
  return (
    <div className="flex flex-col gap-2">
      <SensorChoice {...options} chosen={chosen} onChoose={trialSensor.set} />
    </div>
  );
}
