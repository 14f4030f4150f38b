import { useNavigate } from "@tanstack/react-router";
import { type ChangeEvent, type FormEvent, useId, useState } from "react";
import { useChange } from "../../api/change.ts";
import { fieldMessage } from "../../api/problem.ts";
import { Button } from "../../ui/button.tsx";
import { cx } from "../../ui/class-names.ts";
import { Dialog } from "../../ui/dialog.tsx";
import { TextField } from "../../ui/field.tsx";
import { FormError } from "../../ui/states.tsx";
import { chainTemplates, type ExportedChain } from "./chain-templates.ts";
import { readChainFile } from "./read-chain-file.ts";

type Start = "template" | "file";

/** Empty, as one of the guide's examples, or from a file. Ends in the editor. */
export function NewChainDialog({
  isOpen,
  onClose,
}: {
  readonly isOpen: boolean;
  readonly onClose: () => void;
}) {
  const form = useId();
  const navigate = useNavigate();
  const [name, setName] = useState("");
  const [from, setFrom] = useState<Start>("template");
  const [template, setTemplate] = useState(chainTemplates[0]!.chain);
  const [file, setFile] = useState<ExportedChain | null>(null);
  const [fileError, setFileError] = useState<string>();
  const create = useChange("importChain", {
    quiet: true,
    refreshes: ["listChains"],
    onDone: ({ chain }) => {
      onClose();
      void navigate({ to: `/chains/${chain.uuid}` as string });
    },
  });
  const start = from === "file" ? file : template;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (start !== null) create.mutate({ body: { chain: start, name: name.trim() } });
  };
  const read = async (event: ChangeEvent<HTMLInputElement>) => {
    const [given] = event.target.files ?? [];
    if (given === undefined) return;
    const chain = readChainFile(await given.text());
    setFileError(chain.ok ? undefined : chain.problem);
    setFile(chain.ok ? chain.chain : null);
    if (chain.ok && name === "") setName(chain.chain.name);
  };
  return (
    <Dialog
      isOpen={isOpen}
      onClose={onClose}
      isWide
      title="New chain"
      description="It begins as a draft. Readings go through it once it is published and assigned."
      actions={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button
            look="primary"
            type="submit"
            form={form}
            isBusy={create.isPending}
            disabled={name.trim() === "" || start === null}
          >
            Create chain
          </Button>
        </>
      }
    >
      <form id={form} onSubmit={submit} className="flex flex-col gap-4">
        <TextField
          label="Name"
          maxLength={200}
          autoComplete="off"
          value={name}
          error={fieldMessage(create.error, "name")}
          onChange={(event) => setName(event.target.value)}
        />
        <fieldset className="flex flex-col gap-2">
          <legend className="mb-1 text-sm font-medium">Begin with</legend>
          <div className="grid grid-cols-2 gap-2 max-sm:grid-cols-1">
            {chainTemplates.map(({ name: title, about, chain }) => (
              <StartChoice
                key={title}
                title={title}
                about={about}
                isChosen={from === "template" && template === chain}
                onChoose={() => {
                  setFrom("template");
                  setTemplate(chain);
                }}
              />
            ))}
            <StartChoice
              title="Only an input"
              about="Build it yourself from nothing."
              isChosen={from === "template" && template === emptyChain}
              onChoose={() => {
                setFrom("template");
                setTemplate(emptyChain);
              }}
            />
            <StartChoice
              title="A file"
              about="JSON that was exported before."
              isChosen={from === "file"}
              onChoose={() => setFrom("file")}
            />
          </div>
        </fieldset>
        {from === "file" && (
          <TextField
            label="File"
            type="file"
            accept=".json,application/json"
            error={fileError}
            onChange={(event) => void read(event)}
          />
        )}
        <FormError error={create.error} />
      </form>
    </Dialog>
  );
}

const emptyChain: ExportedChain = {
  ...{ format: "weir-chain", version: 1, name: "Empty" },
  definition: {
    nodes: [
      { id: "input", type: "input", version: 1, name: "Readings", config: {}, position: { x: 0, y: 0 } },
    ],
    wires: [],
  },
};

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
        className="mt-0.5 size-4 shrink-0 accent-(--accent)"
      />
      <span className="flex flex-col">
        <span className="text-sm font-medium">{title}</span>
        <span className="text-sm text-muted">{about}</span>
      </span>
    </label>
  );
}
