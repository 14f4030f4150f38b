import { useNavigate } from "@tanstack/react-router";
import type { Result } from "@weir/protocol/result";
import { useChange } from "../../api/change.ts";
import { cx } from "../../ui/class-names.ts";
import { ExportedFileField } from "../../ui/exported-file-field.tsx";
import { FormDialog } from "../../ui/form-dialog.tsx";
import { NameField } from "../../ui/name-field.tsx";
import { useFields } from "../../ui/use-fields.ts";
import { chainTemplates, type ExportedChain, readChainFile } from "./model/exported-chain.ts";

interface NewChain {
  readonly name: string;
  readonly start: ExportedChain | "file";
  readonly file: Result<ExportedChain, string> | null;
}

/** Creates a chain that is empty, one of the guide's examples or from a file, and opens it in the editor. */
export function NewChainDialog({ onClose }: { readonly onClose: () => void }) {
  const navigate = useNavigate();
  const create = useChange("importChain", {
    quiet: true,
    refreshes: ["listChains"],
    onDone: ({ chain }) => {
      onClose();
      void navigate({ to: "/chains/$chain", params: { chain: chain.uuid } });
    },
  });
  const form = useFields<NewChain>({ name: "", start: chainTemplates[0]!.chain, file: null }, create);
  const { start, file } = form.values;
  const name = form.values.name.trim();
  const imported = start !== "file" ? start : file?.ok ? file.value : null;
  const submit = () => {
    if (imported !== null) create.mutate({ body: { chain: imported, name } });
  };
  return (
    <FormDialog
      title="New chain"
      description="A new chain starts as a draft. Readings go through it once it is published and assigned."
      isWide
      submit="Create chain"
      {...form.saving}
      isComplete={name !== "" && imported !== null}
      onSubmit={submit}
      onClose={onClose}
    >
      <NameField {...form.text("name")} />
      <fieldset className="flex flex-col gap-2">
        <legend className="mb-1 text-sm font-medium">Start from</legend>
        <div className="grid grid-cols-2 gap-2 max-sm:grid-cols-1">
          {chainTemplates.map(({ name: title, about, chain }) => (
            <StartChoice
              key={title}
              title={title}
              about={about}
              isChosen={start === chain}
              onChoose={() => form.set({ start: chain })}
            />
          ))}
          <StartChoice
            title="A file"
            about="Import a chain exported as JSON."
            isChosen={start === "file"}
            onChoose={() => form.set({ start: "file" })}
          />
        </div>
      </fieldset>
      {start === "file" && (
        <ExportedFileField
          label="File"
          file={file}
          read={readChainFile}
          onRead={(read) =>
            // Someone may type a name while the file is read.
            form.set((now) => ({ file: read, name: now.name === "" && read.ok ? read.value.name : now.name }))
          }
        />
      )}
    </FormDialog>
  );
}

function StartChoice({
  title,
  about,
  isChosen,
  onChoose,
}: {
  readonly title: string;
  readonly about: string;
  readonly isChosen: boolean;
  readonly onChoose: () => void;
}) {
  return (
    <label
      className={cx(
        "flex cursor-pointer items-start gap-2.5 rounded-md border p-2.5 has-focus-visible:outline-2 has-focus-visible:outline-accent",
        isChosen ? "border-accent bg-accent-soft" : "border-line hover:bg-hover",
      )}
    >
      <input
        type="radio"
        name="begin-with"
        checked={isChosen}
        onChange={onChoose}
        // The frame around it shows the focus.
        className="mt-0.5 size-4 shrink-0 accent-(--accent) outline-none"
      />
      <span className="flex flex-col">
        <span className="text-sm font-medium">{title}</span>
        <span className="text-sm text-muted">{about}</span>
      </span>
    </label>
  );
}
