import { useChange } from "../../api/change.ts";
import { useCall } from "../../api/queries.ts";
import { SelectField } from "../../ui/field.tsx";
import { FormDialog } from "../../ui/form-dialog.tsx";
import { useFields } from "../../ui/use-fields.ts";
import {
  type AssignmentTarget,
  assignmentRoutes,
  type Level,
  type ListedChain,
  putBackChain,
  usersInWords,
} from "./chain-users.ts";
import { ChainUsersList } from "./chain-users-list.tsx";
import { type ChosenSensor, SensorChoice } from "./sensor-choice.tsx";

const levels: readonly { readonly value: Level; readonly label: string }[] = [
  { value: "group", label: "Device group" },
  { value: "device", label: "Device" },
  { value: "sensor", label: "Sensor" },
  { value: "default", label: "Account default" },
];

interface Chosen {
  readonly level: Level;
  readonly group: string;
  readonly chosen: ChosenSensor;
}

const nothingChosen: Chosen = { level: "device", group: "", chosen: { device: null, sensor: null } };

/** Assigns a chain to a group, a device, a sensor or the whole account. */
export function AssignChainDialog({
  chain,
  onClose,
}: {
  readonly chain: ListedChain;
  readonly onClose: () => void;
}) {
  const form = useFields(nothingChosen);
  const { level, group, chosen } = form.values;
  const groups = useCall("listDeviceGroups", { query: { limit: 200 } }, { enabled: level === "group" });
  const target = targetOf(level, group, chosen);
  const applying = useCall(
    "showApplicableChain",
    { query: target ?? {} },
    { enabled: target !== null, staleTime: 0 },
  );
  const before = target === null ? undefined : applying.data;
  const hasIt = before?.uuid === chain.uuid && before.through === level;
  const assign = useChange("assignChain", {
    quiet: true,
    refreshes: assignmentRoutes,
    said: `New readings now go through ${chain.name}.`,
    undo: () => (before === undefined || target === null ? null : () => putBackChain(before, level, target)),
    onDone: onClose,
  });
  const submit = () => {
    if (target !== null) assign.mutate({ body: { chain: chain.uuid, ...target } });
  };
  return (
    <FormDialog
      title={`Assign ${chain.name}`}
      description="This replaces the current assignment and applies to new readings immediately."
      submit="Assign"
      isBusy={assign.isPending}
      isComplete={target !== null && !hasIt}
      error={assign.error}
      onSubmit={submit}
      onClose={onClose}
    >
      <SelectField label="Assign to" choices={levels} {...form.text("level")} />
      {level === "group" && (
        <SelectField
          label="Group"
          hint={
            groups.data?.items.length === 0
              ? "There are no groups yet. Create one under Devices, Groups."
              : undefined
          }
          choices={[
            { value: "", label: "Choose a group…" },
            ...(groups.data?.items ?? []).map(({ name }) => ({ value: name, label: name })),
          ]}
          {...form.text("group")}
        />
      )}
      {(level === "device" || level === "sensor") && (
        <SensorChoice
          chosen={chosen}
          onChoose={(sensor) => form.set({ chosen: sensor })}
          hasSensors={level === "sensor"}
        />
      )}
      {before !== undefined && (
        <p className="text-sm text-muted">
          {hasIt ? `${chain.name} is already assigned here.` : `${before.name} is assigned here now.`}
        </p>
      )}
      {usersInWords(chain) !== null && (
        <section className="flex flex-col gap-2 border-t border-line pt-4">
          <h3 className="text-sm font-medium">Current assignments</h3>
          <ChainUsersList chain={chain} />
        </section>
      )}
    </FormDialog>
  );
}

function targetOf(level: Level, group: string, { device, sensor }: ChosenSensor): AssignmentTarget | null {
  if (level === "default") return {};
  if (level === "group") return group === "" ? null : { group };
  if (level === "device") return device === null ? null : { device };
  return sensor === null ? null : { sensor };
}
