import { useMutation } from "@tanstack/react-query";
import { useState } from "react";
import { takeBack } from "../../api/change.ts";
import type { Versioned } from "../../api/client.ts";
import { isProblem } from "../../api/problem.ts";
import { refresh } from "../../api/queries.ts";
import type { RouteName } from "../../api/route-types.ts";
import { type BoundFields, bindFields } from "../../ui/bind-fields.ts";
import { toast } from "../../ui/toast.tsx";

/** One field that somebody else has changed meanwhile. */
interface TheirChange {
  /** The display name of the field. */
  readonly field: string;
  readonly before: unknown;
  readonly now: unknown;
}

export interface VersionedEdit<Fields extends object> extends BoundFields<Fields> {
  /** Only the fields that were changed in the form. */
  readonly changes: Partial<Fields>;
  readonly isChanged: boolean;
  /** Display names of the changed fields. */
  readonly changedWords: readonly string[];
  readonly isSaving: boolean;
  /** The error, unless it is that somebody else saved first. */
  readonly error: Error | null;
  readonly save: () => void;
  readonly reset: () => void;
  /** What somebody else has changed since the form was opened; null if nobody has. */
  readonly theirs: readonly TheirChange[] | null;
  readonly takeTheirs: () => void;
  readonly keepMine: () => void;
}

/**
 * A form for something that other people may be editing too. It is saved only on top of the version it was opened with.
 * If there is a newer version, the typed text stays and the person decides whether to continue from theirs or to save
 * anyway. Whoever learns of a newer version gives it as `first`, and a form without changes then shows it. A saved change can be undone for a moment, unless somebody has changed it since.
 */
export function useVersionedEdit<Fields extends object>({
  first,
  words,
  load,
  save,
  refreshes,
  onSaved,
}: {
  readonly first: Versioned<Fields>;
  /** The display names of the fields. */
  readonly words: Readonly<Record<keyof Fields, string>>;
  readonly load: () => Promise<Versioned<Fields>>;
  /** `all` are the fields with the changes. */
  readonly save: (changes: Partial<Fields>, etag: string | undefined, all: Fields) => Promise<unknown>;
  /** Other routes whose answers change too. */
  readonly refreshes: readonly RouteName[];
  readonly onSaved?: () => void;
}): VersionedEdit<Fields> {
  const [base, setBase] = useState(first);
  const [edits, setEdits] = useState<Partial<Fields>>({});
  const [newer, setNewer] = useState<Versioned<Fields> | null>(null);
  const changes = changedOf(base.value, edits);
  const changed = Object.keys(changes) as (keyof Fields)[];
  const restart = (version: Versioned<Fields>) => {
    setBase(version);
    setEdits({});
    setNewer(null);
  };
  const isAboutOtherFields = (version: Versioned<Fields>) =>
    differences(base.value, version.value, words).length === 0;
  const [given, setGiven] = useState(first);
  if (given !== first) {
    setGiven(first);
    if (changed.length === 0) restart(first);
    else if (isAboutOtherFields(first)) setBase(first);
    else setNewer(first);
  }
  const saving = useMutation({
    mutationFn: async (on: Versioned<Fields>) => {
      await save(changes, on.etag ?? undefined, { ...on.value, ...changes });
      return { saved: await load(), before: sameFieldsOf(on.value, changes) };
    },
    onSuccess: ({ saved, before }) => {
      restart(saved);
      void refresh(...refreshes);
      const putBack = async () => {
        await save(before, saved.etag ?? undefined, { ...saved.value, ...before });
        setBase(await load());
      };
      toast("Saved", "ok", () => void takeBack(putBack, refreshes));
      onSaved?.();
    },
    onError: async (error) => {
      if (!isProblem(error, "changed_meanwhile")) return;
      const latest = await load();
      if (isAboutOtherFields(latest)) saving.mutate(latest);
      else setNewer(latest);
    },
  });
  // Somebody else's change is no problem of a field.
  const error = isProblem(saving.error, "changed_meanwhile") ? null : saving.error;
  return {
    ...bindFields({
      values: { ...base.value, ...edits },
      set: (change: Partial<Fields>) => setEdits((shown) => ({ ...shown, ...change })),
      error,
    }),
    changes,
    isChanged: changed.length > 0,
    changedWords: changed.map((field) => words[field]),
    isSaving: saving.isPending,
    error,
    save: () => saving.mutate(base),
    reset: () => {
      setEdits({});
      setNewer(null);
      saving.reset();
    },
    theirs: newer === null ? null : differences(base.value, newer.value, words),
    takeTheirs: () => newer !== null && restart(newer),
    keepMine: () => {
      if (newer === null) return;
      setBase(newer);
      setNewer(null);
      saving.mutate(newer);
    },
  };
}

function sameFieldsOf<Fields extends object>(all: Fields, some: Partial<Fields>): Partial<Fields> {
  const fields = Object.keys(some) as (keyof Fields)[];
  return Object.fromEntries(fields.map((field) => [field, all[field]])) as Partial<Fields>;
}

function changedOf<Fields extends object>(base: Fields, edits: Partial<Fields>): Partial<Fields> {
  const changed = Object.entries(edits).filter(([field, value]) => base[field as keyof Fields] !== value);
  return Object.fromEntries(changed) as Partial<Fields>;
}

function differences<Fields extends object>(
  before: Fields,
  now: Fields,
  words: Readonly<Record<keyof Fields, string>>,
): readonly TheirChange[] {
  return (Object.keys(now) as (keyof Fields)[])
    .map((field) => ({ field: words[field], before: before[field], now: now[field] }))
    .filter((difference) => difference.before !== difference.now);
}
