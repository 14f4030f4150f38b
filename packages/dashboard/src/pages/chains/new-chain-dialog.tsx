import { useNavigate } from "@tanstack/react-router";
import type { Result } from "@weir/protocol/result";
import { useState } from "react";
import { useChange } from "../../api/change.ts";
import { fieldMessage } from "../../api/problem.ts";
import { cx } from "../../ui/class-names.ts";
import { ExportedFileField } from "../../ui/exported-file-field.tsx";
import { TextField } from "../../ui/field.tsx";
import { FormDialog } from "../../ui/form-dialog.tsx";
import { chainTemplates, type ExportedChain, readChainFile } from "./model/exported-chain.ts";

/** Creates a chain that is empty, one of the guide's examples or from a file, and opens it in the editor. */
export function NewChainDialog({ onClose }: { readonly onClose: () => void }) {
  const navigate = useNavigate();
  const [name, setName] = useState("");
  const [start, setStart] = useState<ExportedChain | "file">(chainTemplates[0]!.chain);
  const [file, setFile] = useState<Result<ExportedChain, string> | null>(null);
  const create = useChange("importChain", {
    quiet: true,
    refreshes: ["listChains"],
    onDone: ({ chain }) => {
      onClose();
      void navigate({ to: "/chains/$chain", params: { chain: chain.uuid } });
    },
  });
  const imported = start !== "file" ? start : file?.ok ? file.value : null;
  const submit = () => {
    if (imported !== null) create.mutate({ body: { chain: imported, name: name.trim() } });
  };
  return (
    <FormDialog
      title="New chain"
      description="A new chain starts as a draft. Readings go through it once it is published and assigned."
      isWide
      submit="Create chain"
      isBusy={create.isPending}
      isComplete={name.trim() !== "" && imported !== null}
      error={create.error}
      fields={["name"]}
      onSubmit={submit}
      onClose={onClose}
    >
      <TextField
        label="Name"
        maxLength={200}
        autoComplete="off"
        value={name}
        error={fieldMessage(create.error, "name")}
        onChange={(event) => setName(event.target.value)}
      />
      <fieldset className="flex flex-col gap-2">
        <legend className="mb-1 text-sm font-medium">Start from</legend>
        <div className="grid grid-cols-2 gap-2 max-sm:grid-cols-1">
          {chainTemplates.map(({ name: title, about, chain }) => (
            <StartChoice
              key={title}
              title={title}
              about={about}
              isChosen={start === chain}
              onChoose={() => setStart(chain)}
            />
          ))}
          <StartChoice
            title="A file"
            about="Import a chain exported as JSON."
            isChosen={start === "file"}
            onChoose={() => setStart("file")}
          />
        </div>
      </fieldset>
      {start === "file" && (
        <ExportedFileField
          label="File"
          file={file}
          read={readChainFile}
          onRead={(chain) => {
            setFile(chain);
            // Someone may type a name while the file is read.
            if (chain.ok) setName((typed) => (typed === "" ? chain.value.name : typed));
          }}
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
