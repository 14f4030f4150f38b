import { useMutation } from "@tanstack/react-query";
import { useState } from "react";
import type { Versioned } from "../../api/client.ts";
import { isProblem } from "../../api/problem.ts";

/** One field that somebody else has changed meanwhile. */
export interface TheirChange {
  readonly field: string;
  readonly before: unknown;
  readonly now: unknown;
}

export interface VersionedEdit<Fields> {
  /** As the form shows them. */
  readonly fields: Fields;
  readonly set: (change: Partial<Fields>) => void;
  /** What was changed in the form, and nothing else. */
  readonly changes: Partial<Fields>;
  readonly isChanged: boolean;
  readonly isSaving: boolean;
  /** What went wrong, unless it is that somebody else was first. */
  readonly error: Error | null;
  readonly save: () => void;
  readonly reset: () => void;
  /** What somebody else changed since the form was opened; null where nobody did. */
  readonly theirs: readonly TheirChange[] | null;
  readonly takeTheirs: () => void;
  readonly keepMine: () => void;
}

/**
 * A form on something that other people may be editing too. It is saved only on top of the version it was opened with.
 * Where there is another by now, what was typed stays, and the person decides: go on from theirs, or save all the same.
 */
export function useVersionedEdit<Fields extends object>({
  first,
  load,
  save,
  onSaved,
}: {
  readonly first: Versioned<Fields>;
  readonly load: () => Promise<Versioned<Fields>>;
  readonly save: (changes: Partial<Fields>, etag: string | undefined) => Promise<unknown>;
  readonly onSaved: () => void;
}): VersionedEdit<Fields> {
  const [base, setBase] = useState(first);
  const [edits, setEdits] = useState<Partial<Fields>>({});
  const [newer, setNewer] = useState<Versioned<Fields> | null>(null);
  const changes = changedOf(base.value, edits);
  const restart = (version: Versioned<Fields>) => {
    setBase(version);
    setEdits({});
    setNewer(null);
  };
  const saving = useMutation({
    mutationFn: async (on: Versioned<Fields>) => {
      await save(changes, on.etag ?? undefined);
      return load();
    },
    onSuccess: (saved) => {
      restart(saved);
      onSaved();
    },
    onError: async (error) => {
      if (isProblem(error, "changed_meanwhile")) setNewer(await load());
    },
  });
  return {
    fields: { ...base.value, ...edits },
    set: (change) => setEdits((shown) => ({ ...shown, ...change })),
    changes,
    isChanged: Object.keys(changes).length > 0,
    isSaving: saving.isPending,
    error: isProblem(saving.error, "changed_meanwhile") ? null : saving.error,
    save: () => saving.mutate(base),
    reset: () => {
      setEdits({});
      setNewer(null);
      saving.reset();
    },
    theirs: newer === null ? null : differences(base.value, newer.value),
    takeTheirs: () => newer !== null && restart(newer),
    keepMine: () => {
      if (newer === null) return;
      setBase(newer);
      setNewer(null);
      saving.mutate(newer);
    },
  };
}

function changedOf<Fields extends object>(base: Fields, edits: Partial<Fields>): Partial<Fields> {
  const changed = Object.entries(edits).filter(([field, value]) => base[field as keyof Fields] !== value);
  return Object.fromEntries(changed) as Partial<Fields>;
}

function differences<Fields extends object>(before: Fields, now: Fields): readonly TheirChange[] {
  return Object.keys(now)
    .map((field) => ({ field, before: before[field as keyof Fields], now: now[field as keyof Fields] }))
    .filter((difference) => difference.before !== difference.now);
}
